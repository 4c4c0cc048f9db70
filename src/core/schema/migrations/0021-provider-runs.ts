import { type Kysely, sql } from 'kysely'

/** Adds how long jobs of models with several providers took at each, for an hour. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table provider_run (
      model text not null,
      provider text not null,
      took_ms integer not null check (took_ms >= 0),
      ended_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index provider_run_model on provider_run (model, ended_at)`.execute(database)
}
