import { type Kysely, sql } from 'kysely'
import { hasTable } from './has-table.ts'

/** After how many days the generations of a group's members are deleted. */
export async function up(database: Kysely<never>): Promise<void> {
  // Without groups, groups-0001 adds all.
  if (!(await hasTable(database, 'user_group'))) return
  await sql`alter table user_group add column retention_days integer
    constraint user_group_retention check (retention_days > 0)`.execute(database)
}
