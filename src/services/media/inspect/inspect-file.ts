import type { Medium } from '#domain/result-files.ts'
import type { Storage } from '#storage/storage.ts'
import { checkEnd, partsOfStored } from './check-end.ts'
import type { ContentType } from './file-type.ts'
import { inspectContainer } from './inspect-container.ts'
import { inspectImage } from './inspect-image.ts'
import { type FileToInspect, type Inspected, InvalidMedia } from './inspected.ts'

/**
 * Opens a stored file as what it must be, by its bytes and not by its name, and reads its measures.
 * Throws `InvalidMedia`, or what storage throws. Figures that cannot be read are `null`: a film of
 * unknown length is still a film.
 */
export async function inspectFile(storage: Storage, file: FileToInspect): Promise<Inspected> {
  if (!mayBe(file.type.contentType, file.medium)) {
    throw new InvalidMedia(`The file is ${file.type.contentType}, not ${file.medium}`)
  }
  if (file.medium === 'image') return inspectImage(storage, file)
  await checkEnd(partsOfStored(storage, file.key), file)
  return inspectContainer(storage, file)
}

/** Could a file that begins so be of this medium? A film's container may hold sound alone. */
function mayBe(contentType: ContentType, medium: Medium): boolean {
  return contentType.startsWith(`${medium}/`) || (medium === 'audio' && contentType === 'video/mp4')
}
