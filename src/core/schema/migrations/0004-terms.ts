import { type Kysely, sql } from 'kysely'

/** The version of the terms that an account accepted last, and when. Plain types rewrite no table. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table account add column terms_version integer, add column terms_accepted_at timestamptz`.execute(
    database,
  )
}
