import type { Database } from '#database/database.ts'
import type { Schema } from '#database/migrate.ts'
import { schema } from '#features/contributions.ts'

/** The schema of the next version: the present one with one more migration. */
export function nextSchema(name: string, up: (database: Database) => Promise<unknown>): Schema {
  return {
    ...schema,
    migrations: { ...schema.migrations, [name]: { up: async (db) => void (await up(db)) } },
  }
}
