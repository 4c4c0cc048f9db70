import type { Kysely } from 'kysely'
import { createAccountTables, createOperatorTables, hasTable } from './create-tables.ts'

/** Adds webhooks. A database that is older than this migration has the tables. */
export async function up(database: Kysely<never>): Promise<void> {
  if (await hasTable(database, 'webhook_endpoint')) return
  await createAccountTables(database)
  await createOperatorTables(database)
}
