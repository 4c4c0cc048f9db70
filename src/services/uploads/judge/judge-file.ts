import type { ServiceContext } from '../../context.ts'
import { judgeFilm } from './judge-film.ts'
import { judgeGif } from './judge-gif.ts'
import { judgePicture } from './judge-picture.ts'
import type { RawFile, ValidatedFile } from './judged.ts'
import type { Sniffed } from './sniff.ts'

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
