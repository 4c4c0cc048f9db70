import { type Kysely, sql } from 'kysely'

/** Adds share pages, their listing in Explore, and likes. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table share (
      account_id uuid not null,
      generation_id uuid not null,
      token text not null,
      is_listed boolean not null,
      shows_settings boolean not null,
      created_at timestamptz not null,
      primary key (account_id, generation_id)
    )`.execute(database)
  await sql`create unique index share_token on share (account_id, token)`.execute(database)
  await sql`
    create table share_like (
      account_id uuid not null,
      token text not null,
      created_at timestamptz not null,
      primary key (account_id, token)
    )`.execute(database)
  await sql`create index share_like_token on share_like (token)`.execute(database)
  await sql`
    create table share_link (
      token text primary key,
      account_id uuid not null,
      generation_id uuid not null,
      kind text not null,
      is_listed boolean not null,
      published_at timestamptz not null,
      likes integer not null default 0 check (likes >= 0)
    )`.execute(database)
  const indexes = [
    ['newest', 'published_at, token'],
    ['kind_newest', 'kind, published_at, token'],
    ['liked', 'likes, published_at, token'],
    ['kind_liked', 'kind, likes, published_at, token'],
  ] as const
  for (const [name, columns] of indexes)
    await sql`create index ${sql.raw(`share_link_${name} on share_link (${columns})`)} where is_listed`.execute(
      database,
    )
  await sql`create index share_link_account on share_link (account_id)`.execute(database)
  await sql`
    create function end_share() returns trigger language plpgsql as $$
    begin
      delete from share where account_id = new.account_id and generation_id = new.id;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger generation_ends_share after update of is_public, deleted_at, removed_at on generation
    for each row when ((old.is_public and not new.is_public)
      or (old.deleted_at is null and new.deleted_at is not null)
      or (old.removed_at is null and new.removed_at is not null))
    execute function end_share()`.execute(database)
}
