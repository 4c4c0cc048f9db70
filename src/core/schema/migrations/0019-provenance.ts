import { type Kysely, sql } from 'kysely'

/**
 * Adds how a stored result was marked, and the certificates that the studio made to sign manifests.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table media add column mark text, add column digital_source text,
    add column received_sha256 text`.execute(database)
  // A feature makes this table in a new database (docs/decisions/0048-a-feature-is-a-folder.md).
  await sql`alter table if exists removed_file add column stored_sha256 text`.execute(database)
  await sql`create index media_mark_failed on media (created_at) where mark = 'failed'`.execute(
    database,
  )
  await sql`
    create table signing_certificate (
      name text primary key,
      certificate text not null,
      private_key bytea not null,
      created_at timestamptz not null default now()
    )`.execute(database)
}
