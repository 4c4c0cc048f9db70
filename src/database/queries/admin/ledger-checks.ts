import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * A verification of the ledger as it is kept; `found`: the first of its faults; `ms`: how long it
 * took.
 */
export type NewCheck = {
  askedBy: string
  accounts: number
  faults: number
  found: unknown[]
  ms: number
}

/** Keeps what a verification found. */
export async function insertCheck(database: Kysely<Tables>, check: NewCheck): Promise<void> {
  await database
    .insertInto('ledger_check')
    .values({
      asked_by: check.askedBy,
      accounts: check.accounts,
      faults: check.faults,
      found: JSON.stringify(check.found),
      started_at: sql`clock_timestamp() - ${check.ms} * interval '1 ms'`,
      finished_at: sql`clock_timestamp()`,
    })
    .execute()
}

/** The newest verifications first. */
export function listChecks(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom('ledger_check')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a verification ended within the last `age` ms, by PostgreSQL's clock. */
export async function isCheckedWithin(database: Kysely<Tables>, age: number): Promise<boolean> {
  const found = await database
    .selectFrom('ledger_check')
    .select('id')
    .where('finished_at', '>', sql<Date>`now() - ${age} * interval '1 ms'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
