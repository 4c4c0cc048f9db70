import type { Kysely } from 'kysely'
import { createOperatorTables, hasTable } from './create-tables.ts'

/**
 * Adds the webhooks of operators and their messages. They have the columns and indexes of accounts'
 * webhooks, so that both are sent by the same statements; `account_id` is that of no account.
 */
export async function up(database: Kysely<never>): Promise<void> {
  // Without these tables, webhooks-0001 adds all.
  if (!(await hasTable(database, 'webhook_endpoint'))) return
  await createOperatorTables(database)
}
