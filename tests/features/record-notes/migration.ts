import { type Kysely, sql } from 'kysely'

/** Adds what a person writes about a generation. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table record_note (
      account_id uuid not null,
      generation_id uuid not null,
      note text not null,
      updated_at timestamptz not null default now(),
      primary key (account_id, generation_id)
    )`.execute(database)
}
