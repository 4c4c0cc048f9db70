import { type Kysely, sql } from 'kysely'

/** Adds presets: settings of a form that an account saved under a name. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table preset (
      id uuid not null,
      account_id uuid not null,
      generation_type text not null,
      model text not null,
      name text not null,
      settings jsonb not null,
      created_at timestamptz not null default now(),
      primary key (id, account_id)
    )`.execute(database)
  await sql`create unique index preset_name on preset (account_id, generation_type, name)`.execute(
    database,
  )
}
