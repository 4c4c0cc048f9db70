import { type RawBuilder, sql } from 'kysely'

/**
 * A part that a feature adds to a statement which inserts a generation: an insert that reads the new
 * row as `made` and, where it has some, its input files as `sources`; `null`: nothing of this start.
 */
export type StartingPart = {
  /** Unique within the statement. */
  name: string
  write(start: { hasInputs: boolean; parentId: string | null }): RawBuilder<unknown> | null
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** Parts of the statements that insert a generation. */
    startParts: readonly StartingPart[]
  }
}

/**
 * A condition that a feature adds to the charge: a row of facts, which is a part of the `with`, and
 * what must hold of it. `startsPerMinute`: the account's start rate where it is not null.
 */
export type StartCondition = {
  /** Of the part; unique within the statement. */
  name: string
  write(start: {
    accountId: string
    model: string
    /** Those that can run it: of one of them it must be true. */
    providers: readonly string[]
    price: number
    spentToday: RawBuilder<unknown>
  }): {
    facts: RawBuilder<unknown>
    holds: RawBuilder<unknown>
    startsPerMinute?: RawBuilder<unknown>
  }
}

/** What features add to the charge. */
export type StartAdditions = {
  startParts?: readonly StartingPart[]
  startChecks?: readonly { condition: StartCondition }[]
}

/** The parts as further ones of a `with`. */
export function partsOf(
  parts: readonly StartingPart[],
  start: Parameters<StartingPart['write']>[0],
): RawBuilder<unknown> {
  const written = parts.flatMap(({ name, write }) => {
    const part = write(start)
    return part ? [sql`, ${sql.raw(name)} as (${part}\n    )`] : []
  })
  return sql.join(written, sql``)
}
