import type { Database } from '#platform/database/database.ts'
import type { Takings } from '../takings-rules.ts'

/** Reads what a feature sold in a time, by currency. */
export type ReadTakings = (
  database: Database,
  span: { start: Date; end: Date },
) => Promise<Record<string, Takings>>

declare module '#core/parts.ts' {
  interface Contributions {
    /** What was sold in a time, by currency. */
    takings: readonly ReadTakings[]
  }
}
