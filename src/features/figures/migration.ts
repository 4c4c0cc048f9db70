import { type Kysely, sql } from 'kysely'

/**
 * Adds the figures of periods (docs/figures.md): sums of a day; of a week and a month only what no sum
 * of days gives. A database that is older than this migration has the table.
 */
export async function up(database: Kysely<never>): Promise<void> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('figure')`.execute(
    database,
  )
  if (rows.length > 0) return
  await sql`create type figure_unit as enum ('day', 'week', 'month')`.execute(database)
  await sql`
    create table figure (
      unit figure_unit not null,
      start date not null,
      figures jsonb not null,
      is_final boolean not null,
      computed_at timestamptz not null default now(),
      primary key (unit, start)
    )`.execute(database)
}
