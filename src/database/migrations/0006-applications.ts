import { type Kysely, sql } from 'kysely'

/** Adds applications that a person connected: keys with caps, and their tokens. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    alter table api_key
      add column client_hash bytea,
      add column expires_at timestamptz,
      add column daily_cap credit_amount,
      add column monthly_cap credit_amount,
      add column spent credit_amount not null default 0,
      add column spent_day integer not null default 0,
      add column spent_in_month credit_amount not null default 0,
      add column spent_month integer not null default 0,
      add column spent_total bigint not null default 0`.execute(database)
  await sql`
    create table oauth_token (
      id uuid not null,
      account_id uuid not null references account,
      key_id uuid not null,
      kind text not null check (kind in ('code', 'access', 'refresh')),
      token_hash bytea not null,
      code_challenge text,
      redirect_uri text,
      grant_days integer,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (id, account_id),
      unique (token_hash, account_id)
    )`.execute(database)
  await sql`create index oauth_token_key on oauth_token (account_id, key_id)`.execute(database)
  await sql`create index oauth_token_expired on oauth_token (expires_at)`.execute(database)
}
