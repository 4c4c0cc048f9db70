import { type Kysely, sql } from 'kysely'

/**
 * Files that people bring: promised by a signed address before they are there, and with thumbnails
 * like results.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table pending_upload (
    id uuid primary key,
    account_id uuid not null references account,
    content_type text not null,
    bytes integer,
    storage_key text not null,
    token_hash bytea not null,
    is_refused boolean not null default false,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index pending_upload_account on pending_upload (account_id)',
  'create index pending_upload_age on pending_upload (created_at)',
  'create index media_unused_of_account on media (account_id) where generation_id is null',
  'drop index media_without_thumbnail',
  `create index media_without_thumbnail on media (created_at)
   where thumbnail_key is null and thumbnail_tried_at is null and content_type not like 'audio/%'`,
]
