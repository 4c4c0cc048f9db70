import { sql } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import type { ShareLinkRow } from './share-queries.ts'

/** Where a page of Explore ends. */
export type ExplorePlace = Pick<ShareLinkRow, 'likes' | 'published_at' | 'token'>

type ExploreQuery = {
  kind: Kind | undefined
  sort: 'newest' | 'liked'
  after: ExplorePlace | undefined
  limit: number
}

/**
 * Returns listed works of all accounts, the newest or the most liked first. It reads one small
 * table; some may have ended since (`findShared`).
 */
export function listLinks(
  database: Database,
  { kind, sort, after, limit }: ExploreQuery,
): Promise<ShareLinkRow[]> {
  const isLiked = sort === 'liked'
  return database
    .selectFrom('share_link')
    .selectAll()
    .where('is_listed', '=', true)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'image'))
    .$if(after !== undefined && isLiked, (query) =>
      query.where(
        sql<boolean>`(likes, published_at, token) < (${after?.likes}, ${after?.published_at}, ${after?.token})`,
      ),
    )
    .$if(after !== undefined && !isLiked, (query) =>
      query.where(sql<boolean>`(published_at, token) < (${after?.published_at}, ${after?.token})`),
    )
    .$if(isLiked, (query) => query.orderBy('likes', 'desc'))
    .orderBy('published_at', 'desc')
    .orderBy('token', 'desc')
    .limit(limit)
    .execute()
}

/** Which of these works an account likes. */
export async function findLiked(
  database: Database,
  accountId: string,
  tokens: readonly string[],
): Promise<Set<string>> {
  if (tokens.length === 0) return new Set()
  const rows = await database
    .selectFrom('share_like')
    .select('token')
    .where('account_id', '=', accountId)
    .where('token', 'in', tokens)
    .execute()
  return new Set(rows.map(({ token }) => token))
}

type Like = { accountId: string; token: string }

/** Records that an account likes a work. `false`: it does already. */
export async function insertLike(
  transaction: Database,
  { accountId, token, now }: Like & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('share_like')
    .values({ account_id: accountId, token, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** Deletes the like of an account. `false`: there is none. */
export async function deleteLike(
  transaction: Database,
  { accountId, token }: Like,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('share_like')
    .where('account_id', '=', accountId)
    .where('token', '=', token)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns what an account likes, oldest first. */
export function listLikes(database: Database, accountId: string) {
  return database
    .selectFrom('share_like')
    .select(['token', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}
