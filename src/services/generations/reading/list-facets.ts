import type { History } from '#database/queries/history/bits.ts'
import { findFacets } from '#database/queries/history/find-facets.ts'
import { facetValue } from '#domain/search-terms.ts'
import type { ServiceContext } from '../../context.ts'

/** What a history can be narrowed to, each in order; sizes (`512x512`) by their pixels. */
export type HistoryFacets = { models: string[]; modes: string[]; sizes: string[]; tags: string[] }

/** What occurs in the account's records of this kind. */
export async function listFacets(
  { database }: ServiceContext,
  history: History,
): Promise<HistoryFacets> {
  const { facets, tags } = await findFacets(database, history)
  const valuesOf = (name: 'model' | 'mode' | 'size') =>
    facets.flatMap((term) => facetValue(name, term) ?? [])
  return {
    models: valuesOf('model').toSorted(),
    modes: valuesOf('mode').toSorted(),
    sizes: valuesOf('size').toSorted(
      (one, other) => pixelsOf(one) - pixelsOf(other) || (one < other ? -1 : 1),
    ),
    tags: tags.toSorted(new Intl.Collator('en').compare),
  }
}

function pixelsOf(size: string): number {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return width * height
}
