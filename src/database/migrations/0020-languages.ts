import { type Kysely, sql } from 'kysely'

/**
 * Which languages there are is said in one place, `contract/languages.ts`, whose schema checks it.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table account drop constraint account_language_check`.execute(database)
}
