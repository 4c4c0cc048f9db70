import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/**
 * The accounts with ids after `after`, up to and including `upTo`. Slices that follow each other
 * cover every id, so rows of an account that does not exist lie in one, too.
 */
export type AccountSlice = { after: string; upTo: string }

/**
 * A slice ends with the account that exceeds one of these; an account is never divided.
 * `records`: generations and ledger entries.
 */
export type SliceLimits = { accounts: number; records: number }

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** All of them: only for a database that is known to be small. */
export const everyAccount: AccountSlice = { after: firstId, upTo: lastId }

type CountedSlice = AccountSlice & { accounts: number }

/** Yields all accounts in slices, each chosen by a statement of its own when it is asked for. */
export async function* accountSlices(
  database: Database,
  limits: SliceLimits,
): AsyncGenerator<CountedSlice> {
  for (let after = firstId; after !== lastId; ) {
    const slice = await nextSlice(database, after, limits)
    yield slice
    after = slice.upTo
  }
}

async function nextSlice(
  database: Database,
  after: string,
  limits: SliceLimits,
): Promise<CountedSlice> {
  const { rows } = await sql<{ id: string; records: number }>`
    select id, last_number + last_entry as records from account
    where id > ${after} order by id limit ${limits.accounts}`.execute(database)
  let [accounts, records] = [0, 0]
  for (const row of rows) {
    accounts++
    records += row.records
    if (records >= limits.records) break
  }
  const isLast = accounts === rows.length && accounts < limits.accounts
  return { after, upTo: isLast ? lastId : (rows[accounts - 1]?.id ?? lastId), accounts }
}

/** Whether a column's account is of the slice. */
export function within({ after, upTo }: AccountSlice, column: string): RawBuilder<boolean> {
  const id = sql.ref(column)
  return sql<boolean>`(${id} > ${after} and ${id} <= ${upTo})`
}
