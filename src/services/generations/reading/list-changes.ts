import { findChangedAfter, placeBefore } from '#database/queries/live/changed.ts'
import type { ServiceContext } from '../../context.ts'
import { type GenerationWithMedia, withMedia } from './read-generation.ts'

/**
 * A change bears the time of its statement and is seen only after its commit, so an earlier one can appear later. No
 * transaction lives this long, in ms: looking back so far misses none. Repeats do no harm.
 */
const overlap = 60_000

const pageSize = 200

/**
 * Everything of an account that changed since a moment (ms since 1970, PostgreSQL's clock), oldest first, page by page:
 * what a listener missed, however much it is.
 */
export async function* listChanges(
  context: ServiceContext,
  accountId: string,
  since: number,
): AsyncGenerator<GenerationWithMedia[]> {
  for (let after = placeBefore(since - overlap); ; ) {
    const found = await findChangedAfter(context.database, accountId, { after, limit: pageSize })
    yield withMedia(
      context,
      found.map(({ row }) => row),
    )
    const last = found.at(-1)
    if (!last || found.length < pageSize) return
    after = last.place
  }
}
