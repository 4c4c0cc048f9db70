import { maxFileRows } from '#core/accounts/find-accounts.ts'
import type { Parts } from '#core/parts.ts'
import {
  type GenerationFilter,
  type ListCursor,
  readListed,
  scanGenerations,
} from './queries/list-generations.ts'

type Context = Parts<'database'>

/** How many one page has. */
const pageSize = 50

/**
 * Returns a page of generations, newest first. `next`: where the next one begins, also where this one
 * has no row, because none of those that were read match.
 */
export async function listGenerations(
  { database }: Context,
  filter: GenerationFilter,
  before: ListCursor | null,
) {
  const { ids, ...page } = await scanGenerations(database, { filter, before, limit: pageSize })
  return { ...page, rows: await readListed(database, ids) }
}

const batchSize = 1_000

/** Reads all generations of the list in batches, up to `maxFileRows`. */
export async function* streamGenerations({ database }: Context, filter: GenerationFilter) {
  let before: ListCursor | null = null
  let left = maxFileRows
  do {
    const limit = Math.min(batchSize, left)
    const { ids, next } = await scanGenerations(database, { filter, before, limit })
    yield await readListed(database, ids)
    before = next
    left -= ids.length
  } while (before && left > 0)
}
