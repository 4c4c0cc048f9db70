import { type Kysely, sql } from 'kysely'

/** Adds what tells a job that ends its workers: claims after lost leases, and stalls it caused. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    alter table job
      add column lost_leases smallint not null default 0,
      add column stalls smallint not null default 0`.execute(database)
}
