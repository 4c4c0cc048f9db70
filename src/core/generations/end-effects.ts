import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import type { Ending, EndingPart } from './queries/end-generation.ts'
import type { GenerationRow } from './tables.ts'

/**
 * What a feature writes when a generation ends. It is written with the end or not at all: of a
 * generation that had ended before, nothing is.
 */
export type EndEffect = {
  /** Writes to tables of accounts. */
  part?: EndingPart
  /** The same, of what only this end knows; `null`: nothing of it. */
  partOf?(row: GenerationRow, ending: Ending): EndingPart | null
  /**
   * Writes to other tables, in the transaction of the end. `null`: nothing of this end, which then
   * needs no transaction.
   */
  write?(
    context: Parts<'mail' | 'now'>,
    row: GenerationRow,
    ending: Ending,
  ): ((transaction: Database) => Promise<void>) | null
}

/** What a feature does when an open page shows long jobs of an account that have just ended. */
export type ShownEffect = (
  context: Parts<'database' | 'mail'>,
  accountId: string,
  generationIds: readonly string[],
) => Promise<void>

declare module '#core/parts.ts' {
  interface Contributions {
    endEffects: readonly EndEffect[]
    /** Called in the background when an open page shows long jobs that have just ended. */
    whenShown: readonly ShownEffect[]
  }
}
