import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'

export type Statement = { text: string; values: unknown[] }

/**
 * The very statement that one of the product's queries makes: nothing is written down twice. Throws
 * unless it is one.
 */
export async function recordedStatement(
  query: (database: Database) => Promise<unknown>,
): Promise<Statement> {
  const seen: CompiledQuery[] = []
  const recorder: Database = new Kysely<Tables>({
    dialect: new Recorder({ pool: never }),
    log: ({ query }) => void seen.push(query),
  })
  await query(recorder)
  const [statement] = seen
  if (!statement || seen.length > 1) throw new Error(`It is ${seen.length} statements, not one`)
  return { text: statement.sql, values: [...statement.parameters] }
}

const never = () => Promise.reject(new Error('No database is needed to see a statement'))

class Recorder extends PostgresDialect {
  override createDriver() {
    return new DummyDriver()
  }
}
