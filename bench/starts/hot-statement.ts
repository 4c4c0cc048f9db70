import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import type { Database } from '#database/database.ts'
import { chargeAndInsert, type NewGeneration } from '#database/queries/life/start.ts'
import type { Tables } from '#database/tables.ts'

/** The very statement the product starts a generation with, and its values: nothing is written down twice. */
export async function hotStatement(generation: NewGeneration): Promise<{ text: string; values: unknown[] }> {
  const seen: CompiledQuery[] = []
  const recorder: Database = new Kysely<Tables>({
    dialect: new Recorder({ pool: never }),
    log: ({ query }) => void seen.push(query),
  })
  await chargeAndInsert(recorder, generation)
  const [statement] = seen
  if (!statement || seen.length > 1) throw new Error(`A start is ${seen.length} statements, not one`)
  return { text: statement.sql, values: [...statement.parameters] }
}

const never = () => Promise.reject(new Error('No database is needed to see a statement'))

class Recorder extends PostgresDialect {
  override createDriver() {
    return new DummyDriver()
  }
}
