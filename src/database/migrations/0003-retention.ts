import { type Kysely, sql } from 'kysely'

/**
 * Retention. A file is announced in `storage_garbage` before it is written, so that one whose
 * writer died is found; its record takes it off the list, the record's deletion puts it back.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table storage_garbage add column not_before timestamptz not null default now()',
  'create index storage_garbage_due on storage_garbage (not_before)',
  'create index media_storage_key on media (storage_key)',
  'create index media_thumbnail_key on media (thumbnail_key) where thumbnail_key is not null',
  `create function keep_files() returns trigger language plpgsql as $$
   begin
     delete from storage_garbage where storage_key in (new.storage_key, new.thumbnail_key);
     return null;
   end $$`,
  `create trigger media_keep_files after insert or update of storage_key, thumbnail_key on media
   for each row execute function keep_files()`,

  'alter table media add column thumbnail_tried_at timestamptz',
  'drop index media_without_thumbnail',
  `create index media_without_thumbnail on media (created_at)
   where thumbnail_key is null and thumbnail_tried_at is null and role = 'output' and content_type not like 'audio/%'`,
]
