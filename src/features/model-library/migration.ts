import { type Kysely, sql } from 'kysely'

/** Adds the saved lists of providers' endpoints: when each was read, and what it had. */
export async function up(database: Kysely<never>): Promise<void> {
  // `fetched_at`: null where it was never read. `problem`: why the newest attempt failed.
  await sql`
    create table endpoint_list (
      provider text primary key,
      next_at timestamptz not null default now(),
      fetched_at timestamptz,
      refused integer not null default 0,
      is_whole boolean not null default true,
      failed_at timestamptz,
      problem text
    )`.execute(database)
  // `amount`: the price of one unit in the currency, as the provider says it.
  await sql`
    create table listed_endpoint (
      provider text not null,
      endpoint text not null,
      name text not null,
      category text,
      amount double precision constraint listed_endpoint_amount check (amount >= 0),
      unit text,
      currency text,
      primary key (provider, endpoint)
    )`.execute(database)
}
