import { type Kysely, sql } from 'kysely'

/**
 * An account with a long ledger is deleted as fast as any: the few reasons that its person gave for
 * refunds are found.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`create index credit_entry_told on credit_entry (account_id)
    where reason = 'refund' and note is not null`.execute(database)
}
