import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A verification of the ledger as it is kept; `found`: the first of its faults. */
export type NewCheck = { askedBy: string; accounts: number; faults: number; found: unknown[]; startedAt: Date }

/** Keeps what a verification found. */
export async function insertCheck(database: Kysely<Tables>, check: NewCheck): Promise<void> {
  await database
    .insertInto('ledger_check')
    .values({
      asked_by: check.askedBy,
      accounts: check.accounts,
      faults: check.faults,
      found: JSON.stringify(check.found),
      started_at: check.startedAt,
      finished_at: sql`clock_timestamp()`,
    })
    .execute()
}

/** The newest verifications first. */
export function listChecks(database: Kysely<Tables>, limit: number) {
  return database.selectFrom('ledger_check').selectAll().orderBy('id', 'desc').limit(limit).execute()
}
