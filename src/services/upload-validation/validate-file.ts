import type { ServiceContext } from '../context.ts'
import type { SniffedType } from './sniff.ts'
import type { RawFile, ValidatedFile } from './store-clean.ts'
import { validateAudio } from './validate-audio.ts'
import { validateGif } from './validate-gif.ts'
import { validateImage } from './validate-image.ts'
import { validateVideo } from './validate-video.ts'

/**
 * Opens a stored file as the type that was sniffed, and removes metadata. Throws `Refused`.
 */
export function validateFile(
  context: ServiceContext,
  raw: RawFile,
  sniffed: SniffedType,
): Promise<ValidatedFile> {
  switch (sniffed.medium) {
    case 'image':
      return validateImage(context, raw, sniffed)
    case 'video':
      return validateVideo(context, raw, sniffed)
    case 'gif':
      return validateGif(context, raw)
    case 'audio':
      return validateAudio(context, raw, sniffed)
  }
}
