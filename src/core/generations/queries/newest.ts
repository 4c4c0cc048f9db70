import { sql } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'

/** Where a list of several kinds goes on: of each kind, the number of the last one that was listed. */
export type KindPlaces = Partial<Record<Kind, number>>

/** A generation's place in the history of its kind. */
export type NumberedKey = { id: string; kind: Kind; number: number; created_at: Date }

export type NewestPage = {
  accountId: string
  kinds: readonly Kind[]
  /** Absent: from the newest one of a kind. */
  after: KindPlaces
  /** Only those that ended with a result. */
  hasResult: boolean
  limit: number
}

/** Returns the next generations of each kind of an account, at most `limit` of each, by their numbers. */
export async function findNewestKeys(
  database: Database,
  { accountId, kinds, after, hasResult, limit }: NewestPage,
): Promise<NumberedKey[]> {
  const numbers = kinds.map((kind) => after[kind] ?? null)
  const condition = hasResult
    ? sql`and one.status in ('completed', 'partial') and one.removed_at is null`
    : sql``
  const { rows } = await sql<NumberedKey>`
    select found.* from unnest(${[...kinds]}::text[], ${numbers}::integer[]) as place (kind, after)
    cross join lateral (
      select one.id, one.kind, one.number, one.created_at from generation as one
      where one.account_id = ${accountId}::uuid and one.kind = place.kind and one.deleted_at is null
        and one.number < coalesce(place.after, 2147483647) ${condition}
      order by one.number desc limit ${limit}
    ) as found
    order by found.kind, found.number desc`.execute(database)
  return rows
}
