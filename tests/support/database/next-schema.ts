import { schema } from '#features/contributions.ts'
import type { Database } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/migrate.ts'

/** The schema of the next version: the present one with one more migration. */
export function nextSchema(name: string, up: (database: Database) => Promise<unknown>): Schema {
  return {
    ...schema,
    migrations: { ...schema.migrations, [name]: { up: async (db) => void (await up(db)) } },
  }
}
