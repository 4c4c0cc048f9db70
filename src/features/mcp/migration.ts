import { type Kysely, sql } from 'kysely'

/** Adds the tokens of applications. A database that is older than this migration has the table. */
export async function up(database: Kysely<never>): Promise<void> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('oauth_token')`.execute(
    database,
  )
  if (rows.length > 0) return
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
