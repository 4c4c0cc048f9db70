import { type Kysely, sql } from 'kysely'

/** Adds collections of records, filters that were saved as one, and share pages of them. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table collection (
      id uuid not null,
      account_id uuid not null,
      name text not null,
      kind text,
      filter jsonb,
      cover_id uuid,
      share_token text,
      is_listed boolean not null default false,
      shows_settings boolean not null default false,
      shared_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (id, account_id),
      check ((kind is null) = (filter is null)),
      check ((share_token is null) = (shared_at is null))
    )`.execute(database)
  await sql`create index collection_account on collection (account_id, id)`.execute(database)
  await sql`
    create table collection_item (
      account_id uuid not null,
      collection_id uuid not null,
      generation_id uuid not null,
      position bigint not null,
      is_live boolean not null default true,
      made_public boolean not null default false,
      added_at timestamptz not null default now(),
      primary key (account_id, collection_id, generation_id)
    )`.execute(database)
  await sql`create index collection_item_order on collection_item (account_id, collection_id, position, generation_id)
    where is_live`.execute(database)
  await sql`create index collection_item_generation on collection_item (account_id, generation_id)`.execute(
    database,
  )
  await sql`
    create table collection_link (
      token text primary key,
      account_id uuid not null,
      collection_id uuid not null
    )`.execute(database)
  await sql`create index collection_link_account on collection_link (account_id)`.execute(database)
  await sql`
    create function change_collection_items() returns trigger language plpgsql as $$
    begin
      if old.removed_at is null and new.removed_at is not null then
        delete from collection_item where account_id = new.account_id and generation_id = new.id;
      else
        update collection_item set is_live = new.deleted_at is null, made_public = made_public and new.is_public
        where account_id = new.account_id and generation_id = new.id;
      end if;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger generation_changes_collections after update of is_public, deleted_at, removed_at on generation
    for each row when ((old.is_public and not new.is_public)
      or ((old.deleted_at is null) <> (new.deleted_at is null))
      or (old.removed_at is null and new.removed_at is not null))
    execute function change_collection_items()`.execute(database)
}
