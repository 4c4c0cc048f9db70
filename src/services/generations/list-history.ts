import type { Kind } from '#catalogue/kind.ts'
import { findChangedSince, listGenerations, readHistoryStats } from '#database/queries/generations.ts'
import type { ServiceContext } from '../context.ts'
import { type GenerationWithMedia, withMedia } from './read-generation.ts'

export type HistoryPage = {
  generations: GenerationWithMedia[]
  total: number
  page: number
  totalPages: number
  /** Credits used: charged less refunded. */
  stats: { creditsUsed: number; favorites: number }
}

/** One page of an account's history, newest first. Pages start at 1; beyond the end they are empty. */
export async function listHistory(
  context: ServiceContext,
  { accountId, kind, page, pageSize }: { accountId: string; kind: Kind; page: number; pageSize: number },
): Promise<HistoryPage> {
  const [rows, stats] = await Promise.all([
    listGenerations(context.database, { accountId, kind, limit: pageSize, offset: (page - 1) * pageSize }),
    readHistoryStats(context.database, accountId, kind),
  ])
  return {
    generations: await withMedia(context, rows),
    total: stats.total,
    page,
    totalPages: Math.ceil(stats.total / pageSize),
    stats,
  }
}

/** A commit can become visible a little after its time stamp: look back this far, in ms. Repeats do no harm. */
const overlap = 30_000

/** Everything of an account that changed since a moment (ms since 1970), oldest first: what a new listener missed. */
export async function listChanges(context: ServiceContext, accountId: string, since: number) {
  return withMedia(context, await findChangedSince(context.database, accountId, new Date(since - overlap)))
}
