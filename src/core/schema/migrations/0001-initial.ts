import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** Creates the schema, 0001-initial.sql. */
export async function up(database: Kysely<never>): Promise<void> {
  const file = new URL('./0001-initial.sql', import.meta.url)
  await sql.raw(readFileSync(file, 'utf8')).execute(database)
}
