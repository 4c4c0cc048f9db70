import { type Kysely, sql } from 'kysely'

/** Accounts, sign-in, the ledger, generations (each its own job) and media. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table account (
    id uuid primary key,
    email text not null,
    name text,
    issuer text,
    subject text,
    credits integer not null default 0 constraint account_credits_not_negative check (credits >= 0),
    has_paid boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  'create unique index account_email on account (lower(email))',
  'create unique index account_identity on account (issuer, subject)',

  `create table session (
    id uuid primary key,
    account_id uuid not null references account on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index session_account on session (account_id)',

  `create table api_key (
    id uuid primary key,
    account_id uuid not null references account on delete cascade,
    name text not null,
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  'create index api_key_account on api_key (account_id)',

  `create table generation (
    id uuid primary key,
    account_id uuid not null references account,
    request_id text not null,
    kind text not null,
    generation_type text not null,
    model text not null,
    input jsonb not null,
    price integer not null check (price > 0),
    requested integer not null check (requested > 0),
    refunded integer not null default 0 check (refunded between 0 and price),
    status text not null default 'pending'
      check (status in ('pending', 'processing', 'completed', 'partial', 'failed')),
    is_public boolean not null default true,
    is_favorite boolean not null default false,
    is_sample boolean not null default false,
    tags text[] not null default '{}',
    step text check (step in ('submit', 'ask', 'collect')),
    next_step_at timestamptz,
    lease_token uuid,
    lease_until timestamptz,
    attempts integer not null default 0,
    asked integer not null default 0,
    deadline timestamptz not null,
    submit_started_at timestamptz,
    provider_job jsonb,
    queue_position integer,
    progress integer,
    seed text,
    error_code text,
    error_message text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz,
    updated_at timestamptz not null default now(),
    constraint generation_request unique (account_id, request_id),
    constraint generation_open_has_a_step check ((status in ('pending', 'processing')) = (step is not null)),
    constraint generation_step_has_a_time check ((step is null) = (next_step_at is null))
  )`,
  'create index generation_due on generation (next_step_at) where next_step_at is not null',
  'create index generation_history on generation (account_id, kind, created_at desc, id desc)',
  'create index generation_changes on generation (account_id, updated_at)',

  `create table credit_entry (
    id bigint generated always as identity primary key,
    account_id uuid not null references account,
    generation_id uuid references generation,
    reason text not null check (reason in ('grant', 'purchase', 'charge', 'refund')),
    credits integer not null check (credits <> 0),
    balance_after integer not null check (balance_after >= 0),
    note text,
    created_at timestamptz not null default now(),
    constraint credit_entry_sign check (
      case reason when 'charge' then credits < 0 when 'refund' then credits > 0 else true end),
    constraint credit_entry_generation check ((reason in ('charge', 'refund')) = (generation_id is not null))
  )`,
  'create unique index credit_entry_once on credit_entry (generation_id, reason) where generation_id is not null',
  'create index credit_entry_account on credit_entry (account_id, id)',
  `create function refuse_change() returns trigger language plpgsql as $$
   begin raise exception 'The ledger is append-only: % on % is refused', tg_op, tg_table_name; end $$`,
  `create trigger credit_entry_append_only before update or delete on credit_entry
   for each row execute function refuse_change()`,
  `create trigger credit_entry_no_truncate before truncate on credit_entry
   for each statement execute function refuse_change()`,

  `create table media (
    id uuid primary key,
    account_id uuid not null references account,
    generation_id uuid references generation on delete cascade,
    role text not null check (role in ('input', 'output')),
    position integer not null,
    storage_key text not null,
    thumbnail_key text,
    content_type text not null,
    bytes bigint not null,
    sha256 text not null,
    width integer,
    height integer,
    created_at timestamptz not null default now(),
    constraint media_place unique (generation_id, role, position)
  )`,
  `create index media_without_thumbnail on media (created_at)
   where thumbnail_key is null and role = 'output' and content_type like 'image/%'`,
]
