import { type Kysely, sql } from 'kysely'

/**
 * Results that the provider has finished wait for our storage, and a storage outage stops new
 * charges (decision 9).
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table generation
    add column finished_at timestamptz,
    add column provider_output jsonb,
    drop constraint generation_step_check,
    add constraint generation_step_check check (step in ('submit', 'await', 'ask', 'collect', 'store'))`,
  `create index generation_store_due on generation (next_step_at) where step = 'store'`,
  // What operators look for after something went wrong.
  `create index generation_failed on generation (completed_at) where status = 'failed'`,
  `create table storage_outage (
    singleton boolean primary key default true check (singleton),
    detail text not null,
    since timestamptz not null default now(),
    probe_at timestamptz not null
  )`,
]
