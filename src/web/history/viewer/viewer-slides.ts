import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'

/**
 * One slide of the viewer: a result of a record, or a record whose result is a text or that has
 * none.
 */
export type ViewerSlide = { generation: GenerationView; media: MediaView | undefined }

/** Whether the viewer shows more of a record than its place in the list does. */
export function canOpen({ status, images, answer, removed_at }: GenerationView): boolean {
  return images.length > 0 || answer !== null || status === 'failed' || removed_at !== null
}

/** The slides of a list of records, in its order. */
export function slidesOf(records: readonly GenerationView[]): ViewerSlide[] {
  return records.flatMap((generation): ViewerSlide[] => {
    if (generation.answer !== null || generation.images.length === 0)
      return [{ generation, media: undefined }]
    return generation.images.map((media) => ({ generation, media }))
  })
}

/** The unique key of a slide. */
export function keyOf({ generation, media }: ViewerSlide): string {
  return media?.url ?? generation.id
}
