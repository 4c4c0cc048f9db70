import { type Kysely, sql } from 'kysely'

export async function hasTable(database: Kysely<never>, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass(${name})`.execute(
    database,
  )
  return rows.length > 0
}
