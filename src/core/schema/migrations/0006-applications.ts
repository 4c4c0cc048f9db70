import { type Kysely, sql } from 'kysely'

/** Adds keys of programs that a person connected, with caps. */
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
}
