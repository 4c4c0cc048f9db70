import { type Kysely, sql } from 'kysely'

/**
 * Adds what providers charge, what each job cost, sums of past days, and which providers are stopped
 * today by their budget.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`create type cost_unit as enum ('job', 'image', 'second', 'minute', 'megapixel',
    'thousand_characters', 'compute_second')`.execute(database)
  // Never changed: the newest of an endpoint counts, null there is none any more.
  await sql`
    create table provider_cost (
      provider text not null,
      endpoint text not null,
      since timestamptz not null default clock_timestamp(),
      unit cost_unit not null,
      micros bigint constraint provider_cost_amount check (micros >= 0),
      currency text not null,
      primary key (provider, endpoint, since)
    )`.execute(database)
  // `micros`: null where it is not known.
  await sql`
    create table generation_cost (
      account_id uuid not null,
      generation_id uuid not null,
      day date not null,
      provider text not null,
      endpoint text not null,
      model text not null,
      request_id text,
      micros bigint constraint generation_cost_amount check (micros >= 0),
      primary key (generation_id, account_id)
    )`.execute(database)
  await sql`create index generation_cost_day on generation_cost (day, provider) include (micros)`.execute(
    database,
  )
  await sql`create index generation_cost_request on generation_cost (request_id)`.execute(database)
  await sql`
    create table cost_day (day date primary key, computed_at timestamptz not null default now())`.execute(
    database,
  )
  await sql`
    create table cost_sum (
      day date not null,
      account_id uuid not null,
      model text not null,
      credits bigint not null,
      jobs integer not null,
      unknown integer not null,
      micros bigint not null,
      primary key (day, account_id, model)
    )`.execute(database)
  await sql`
    create table provider_stop (
      provider text not null,
      day date not null,
      since timestamptz not null default now(),
      primary key (provider, day)
    )`.execute(database)
}
