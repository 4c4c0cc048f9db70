import type { Kind } from '#catalogue/kind.ts'
import { listGenerations, readHistoryStats } from '#database/queries/generations.ts'
import type { ServiceContext } from '../../context.ts'
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
