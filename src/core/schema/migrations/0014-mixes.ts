import { type Kysely, sql } from 'kysely'

/** Adds videos with a generated sound, and when they were made of a sound or could not be. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter type media_role add value if not exists 'mix'`.execute(database)
  await sql`alter table media add column mix_tried_at timestamptz`.execute(database)
  await sql`
    create index media_without_mix on media (created_at)
    where role = 'output' and mix_tried_at is null and content_type like 'audio/%'`.execute(
    database,
  )
}
