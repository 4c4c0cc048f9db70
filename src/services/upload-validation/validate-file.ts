import type { ServiceContext } from '../context.ts'
import type { Sniffed } from './sniff.ts'
import type { RawFile, ValidatedFile } from './store-clean.ts'
import { judgeGif } from './validate-gif.ts'
import { judgePicture } from './validate-image.ts'
import { judgeFilm } from './validate-video.ts'

/**
 * Opens a stored file as what it seems to be, and keeps what may be shown of it. Throws `Refused`.
 */
export function validateFile(
  context: ServiceContext,
  raw: RawFile,
  sniffed: Sniffed,
): Promise<ValidatedFile> {
  switch (sniffed.medium) {
    case 'image':
      return judgePicture(context, raw, sniffed)
    case 'video':
      return judgeFilm(context, raw, sniffed)
    case 'gif':
      return judgeGif(context, raw)
  }
}
