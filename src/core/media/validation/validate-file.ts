import type { Accept } from '#core/models/rules/fields.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { isPossible, type SniffedType } from './sniff.ts'
import type { RawFile, ValidatedFile } from './store-clean.ts'
import { validateAudio } from './validate-audio.ts'
import { validateGif } from './validate-gif.ts'
import { validateImage } from './validate-image.ts'
import { validateVideo } from './validate-video.ts'

/**
 * Opens a stored file of an account as the type that was sniffed, and removes metadata. `accepts`:
 * what it may be. Throws `Refused`.
 */
export function validateFile(
  context: Parts<'database' | 'parsers' | 'storage'>,
  { accountId, accepts }: { accountId: string; accepts: readonly Accept[] },
  raw: RawFile,
  sniffed: SniffedType,
): Promise<ValidatedFile> {
  switch (sniffed.medium) {
    case 'image':
      return validateImage(context, accountId, raw, sniffed)
    case 'video':
      return validateContainer(context, { accountId, accepts }, raw, sniffed)
    case 'gif':
      return validateGif(context, accountId, raw)
    case 'audio':
      return validateAudio(context, accountId, raw, sniffed)
  }
}

type Container = Extract<SniffedType, { medium: 'video' }>

/** Validates a container that may hold audio alone, as browsers and phones record it. */
async function validateContainer(
  context: Parts<'database' | 'parsers' | 'storage'>,
  { accountId, accepts }: { accountId: string; accepts: readonly Accept[] },
  raw: RawFile,
  container: Container,
): Promise<ValidatedFile> {
  const asAudio = () => {
    const contentType = container.contentType === 'video/webm' ? 'audio/webm' : 'audio/mp4'
    const extension = contentType === 'audio/webm' ? 'webm' : 'm4a'
    return validateAudio(context, accountId, raw, { contentType, extension })
  }
  if (!accepts.some((accept) => accept !== 'audio' && isPossible(container, accept)))
    return asAudio()
  return validateVideo(context, accountId, raw, container).catch((error: unknown) => {
    const isAudio = error instanceof Refused && error.refusal.reason === 'no_video_track'
    if (isAudio && accepts.includes('audio')) return asAudio()
    throw error
  })
}
