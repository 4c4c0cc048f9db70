import { type Kysely, sql } from 'kysely'

/**
 * Adds invitations. A use is taken in the transaction of the account that it creates. A database
 * that is older than this migration has the table.
 */
export async function up(database: Kysely<never>): Promise<void> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('invitation')`.execute(
    database,
  )
  if (rows.length > 0) return
  await sql`
    create table invitation (
      id uuid primary key,
      token_hash bytea not null unique,
      uses positive_integer not null,
      used integer not null default 0 check (used between 0 and uses),
      credits credit_amount not null default 0,
      note text,
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(database)
}
