import { type Kysely, sql } from 'kysely'
import { hasTable } from './has-table.ts'

/** Adds groups of accounts. A database that is older than this migration has the tables. */
export async function up(database: Kysely<never>): Promise<void> {
  if (await hasTable(database, 'user_group')) return
  await sql`create type allowance_period as enum ('day', 'week', 'month')`.execute(database)
  // Limits of its members; null: none. An account of several groups has the widest of each.
  await sql`
    create table user_group (
      id uuid primary key,
      name text not null,
      models text[],
      daily_cap positive_integer,
      job_ceiling positive_integer,
      storage_quota bigint constraint user_group_quota check (storage_quota > 0),
      creates_per_minute positive_integer,
      allowance positive_integer,
      allowance_period allowance_period,
      is_cumulative boolean not null default false,
      created_at timestamptz not null default now(),
      retention_days integer constraint user_group_retention check (retention_days > 0),
      constraint user_group_allowance check ((allowance is null) = (allowance_period is null))
    )`.execute(database)
  await sql`create unique index user_group_name on user_group (lower(name))`.execute(database)
  // `source`: who put the account into the group; each removes only its own.
  await sql`
    create table account_group (
      account_id uuid not null references account,
      group_id uuid not null,
      source text not null,
      created_at timestamptz not null default now(),
      primary key (account_id, group_id, source)
    )`.execute(database)
  await sql`create index account_group_members on account_group (group_id)`.execute(database)
}
