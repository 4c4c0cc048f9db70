import { type Kysely, sql } from 'kysely'

/** Adds documents of the canvas with their versions, and the files of pixels that they name. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table canvas_document (
      id uuid not null,
      account_id uuid not null,
      name text not null,
      width integer not null,
      height integer not null,
      version bigint not null,
      bytes bigint not null,
      thumbnail text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (id, account_id)
    )`.execute(database)
  await sql`create index canvas_document_account on canvas_document (account_id, updated_at, id)`.execute(
    database,
  )
  await sql`
    create table canvas_version (
      account_id uuid not null,
      document_id uuid not null,
      version bigint not null,
      width integer not null,
      height integer not null,
      document jsonb not null,
      bytes bigint not null,
      files text[] not null,
      created_at timestamptz not null default now(),
      primary key (account_id, document_id, version)
    )`.execute(database)
  await sql`create index canvas_version_files on canvas_version using gin (files)`.execute(database)
  await sql`
    create table canvas_file (
      account_id uuid not null,
      sha256 text not null,
      storage_key text not null,
      content_type text not null,
      bytes bigint not null,
      width integer not null,
      height integer not null,
      created_at timestamptz not null default now(),
      check_at timestamptz,
      primary key (account_id, sha256)
    )`.execute(database)
  await sql`create index canvas_file_check on canvas_file (check_at) where check_at is not null`.execute(
    database,
  )
  await sql`
    create function discard_canvas_file() returns trigger language plpgsql as $$
    begin
      insert into storage_garbage (storage_key, account_id) values (old.storage_key, old.account_id)
      on conflict do nothing;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger canvas_file_discard after delete on canvas_file
    for each row execute function discard_canvas_file()`.execute(database)
}
