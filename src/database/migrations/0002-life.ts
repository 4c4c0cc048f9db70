import { type Kysely, sql } from 'kysely'

/**
 * The rest of a generation's life: webhooks, waiting for a lost answer, the provider's account,
 * deletion, sound and film.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table generation
    add column webhook_token uuid not null default gen_random_uuid(),
    add column woken boolean not null default false,
    add column deleted_at timestamptz,
    drop constraint generation_step_check,
    add constraint generation_step_check check (step in ('submit', 'await', 'ask', 'collect'))`,
  `create unique index generation_provider_job on generation ((provider_job ->> 'requestId'))
   where provider_job is not null`,

  `create table provider_trouble (
    code text primary key check (code in ('provider_locked', 'provider_funds', 'provider_auth')),
    detail text not null,
    since timestamptz not null default now(),
    probe_at timestamptz not null
  )`,

  `create table operator_note (
    id bigint generated always as identity primary key,
    generation_id uuid references generation,
    reason text not null,
    note text not null,
    created_at timestamptz not null default now(),
    constraint operator_note_once unique (generation_id, reason)
  )`,

  'alter table media add column duration_ms integer, add column fps real',
  `create table storage_garbage (
    storage_key text primary key,
    created_at timestamptz not null default now()
  )`,
  `create function discard_files() returns trigger language plpgsql as $$
   begin
     insert into storage_garbage (storage_key)
     select key from unnest(array[old.storage_key, old.thumbnail_key]) as key where key is not null
     on conflict do nothing;
     return null;
   end $$`,
  'create trigger media_discard_files after delete on media for each row execute function discard_files()',
  'create index media_unused on media (created_at) where generation_id is null',
]
