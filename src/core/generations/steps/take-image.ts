import type { ContentType } from '#core/media/file-type.ts'
import type { InspectedFile } from '#core/media/inspected-file.ts'
import { inspectImage, shrinkImage } from '#core/media/read-image.ts'
import type { SignClaim } from '#core/parsers/parser-tasks.ts'
import { type FileToMark, type MarkedFile, markFile } from '#core/provenance/mark-file.ts'

/**
 * An image in memory that is to be stored. `thumbnail`: up to how many pixels it is drawn now; `null`:
 * later. `mark`: `null` leaves it as it is.
 */
export type ImageToTake = {
  content: Uint8Array
  contentType: ContentType
  thumbnail: { maxPixels: number } | null
  mark: Omit<FileToMark, 'file' | 'contentType'> | null
}

/** `thumbnail`: `null`, it is drawn later, if it can be. */
export type TakenImage = {
  inspected: InspectedFile
  thumbnail: Awaited<ReturnType<typeof shrinkImage>> | null
  marked: MarkedFile | null
}

/**
 * Does with an image all that needs its bytes, in one visit of a parser: reads its size, draws its
 * thumbnail and marks it, which run side by side. Throws `InvalidMedia` as `inspectImage` does, and
 * what `sign` throws.
 */
export async function takeImage(
  { content, contentType, thumbnail, mark }: ImageToTake,
  sign: SignClaim,
): Promise<TakenImage> {
  const inspected = await inspectImage({ content, contentType })
  const [drawn, marked] = await Promise.all([
    thumbnail && shrinkImage({ content, ...thumbnail }).catch(() => null),
    mark && markFile({ ...mark, file: { content }, contentType }, sign),
  ])
  return { inspected, thumbnail: drawn, marked }
}
