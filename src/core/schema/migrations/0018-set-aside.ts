import { type Kysely, sql } from 'kysely'

/** Counts a job's claims after lost leases and the stalls it caused: by these it is set aside. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    alter table job
      add column lost_leases smallint not null default 0,
      add column stalls smallint not null default 0`.execute(database)
}
