import type { GenerationView, MediaView } from '#contract/generation.ts'

/** One thing the viewer shows: a result of a record, or a record whose result is a text. */
export type Shot = { generation: GenerationView; media: MediaView | undefined }

/** What a list of records has to show, in the order it stands there; what has no result yet is passed over. */
export function shotsOf(records: readonly GenerationView[]): Shot[] {
  return records.flatMap((generation): Shot[] => {
    if (generation.answer !== null) return [{ generation, media: undefined }]
    return generation.images.map((media) => ({ generation, media }))
  })
}

/** What tells a shot apart from all others. */
export function keyOf({ generation, media }: Shot): string {
  return media?.url ?? generation.id
}
