import { type Kysely, sql } from 'kysely'

/** Adds what a file looks like: its perceptual hash, and the colours that dominate it. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table media add column perceptual_hash bit(256), add column colors smallint`.execute(
    database,
  )
}
