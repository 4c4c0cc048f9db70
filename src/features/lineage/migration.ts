import { type Kysely, sql } from 'kysely'

/** Adds which generation was made from which others of its account. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`create type lineage_source as enum ('repeat', 'input')`.execute(database)
  await sql`
    create table lineage (
      child_id uuid not null,
      parent_id uuid not null,
      account_id uuid not null,
      source lineage_source not null,
      primary key (child_id, parent_id, account_id)
    )`.execute(database)
  await sql`create index lineage_children on lineage (parent_id, account_id)`.execute(database)
}
