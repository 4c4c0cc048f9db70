import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ProviderTrouble, Step } from '../../tables.ts'

/** How things stand, for the operator. */
export type Figures = {
  /** Generations that have not ended, by their next step; `overdue` of them are past their deadline. */
  open: { step: Step; count: number; overdue: number }[]
  troubles: ProviderTrouble[]
  notes: number
}

/** Reads the open generations, through their own small index, and two small tables. */
export async function readFigures(database: Database): Promise<Figures> {
  const [open, troubles, notes] = await Promise.all([
    sql<Figures['open'][number]>`
      select step, count(*) as count, count(*) filter (where deadline < now()) as overdue
      from generation where next_step_at is not null group by step`.execute(database),
    database.selectFrom('provider_trouble').select('code').execute(),
    database
      .selectFrom('operator_note')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { open: open.rows, troubles: troubles.map(({ code }) => code), notes: notes.count }
}
