import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

/** A place in the order of changes: PostgreSQL's time, in µs since 1970, and the row's id. */
export type ChangePlace = { at: number; id: string }

/** Comes before every row that changed at that time, in ms since 1970, or later. */
export function placeBefore(time: number): ChangePlace {
  return { at: time * 1000 - 1, id: '00000000-0000-0000-0000-000000000000' }
}

/** An account's generations that changed after a place, in order, at most `limit`; each with its own place. */
export async function findChangedAfter(
  database: Database,
  accountId: string,
  { after, limit }: { after: ChangePlace; limit: number },
): Promise<{ row: GenerationRow; place: ChangePlace }[]> {
  const time = sql<Date>`timestamptz 'epoch' + ${after.at} * interval '1 microsecond'`
  const rows = await database
    .selectFrom('generation')
    .selectAll()
    .select(sql<number>`(extract(epoch from updated_at) * 1000000)::bigint`.as('changed_at'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(updated_at, id) > (${time}, ${after.id}::uuid)`)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ changed_at, ...row }) => ({ row, place: { at: changed_at, id: row.id } }))
}
