import type { GenerationView, MediaView } from '#contract/generation.ts'
import type { ImageHistoryRecord } from '#contract/history.ts'

/** One picture of a record, and what it is called when it is downloaded. */
export type Shot = { generation: GenerationView; image: MediaView; fileName: string }

/** The pictures of a page of records, in the order they stand in it. */
export function shotsOf(records: readonly ImageHistoryRecord[]): Shot[] {
  return records.flatMap(({ generation }) =>
    generation.images.map((image, index) => ({ generation, image, fileName: fileNameOf(generation, image, index) })),
  )
}

/** `atelier-3f2a91c0-2.png`: the end of the generation's id, and which of several pictures it is. */
function fileNameOf({ id, images }: GenerationView, { content_type }: MediaView, index: number): string {
  const extension = content_type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png'
  const number = images.length > 1 ? `-${index + 1}` : ''
  return `atelier-${id.slice(-8)}${number}.${extension}`
}
