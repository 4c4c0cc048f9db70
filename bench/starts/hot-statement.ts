import { chargeAndInsert, type NewGeneration } from '#database/queries/start-generation.ts'
import { recordedStatement, type Statement } from '../world/recorded-statement.ts'

/** The very statement the product starts a generation with, and its values. */
export function hotStatement(generation: NewGeneration): Promise<Statement> {
  return recordedStatement((database) => chargeAndInsert(database, generation))
}
