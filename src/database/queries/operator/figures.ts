import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ProviderTrouble } from '../../tables.ts'
import { type QueueLine, readQueue } from '../admin/queue.ts'
import { findStorageOutage } from './storage-outage.ts'

/** How things stand, for the operator. */
export type Figures = {
  /** Generations that have not ended, by their next step and kind. */
  open: QueueLine[]
  troubles: ProviderTrouble[]
  /** Storage is unavailable. */
  storageOutage: boolean
  notes: number
  payments: { status: string; count: number }[]
  /**
   * The newest verification of the ledger: what it found, and when it ended in seconds since 1970.
   */
  check: { faults: number; finished: number } | undefined
}

/** Reads the open generations, through their own small index, and some small tables. */
export async function readFigures(database: Database): Promise<Figures> {
  const [open, troubles, outage, notes, payments, check] = await Promise.all([
    readQueue(database),
    database.selectFrom('provider_trouble').select('code').execute(),
    findStorageOutage(database),
    database
      .selectFrom('operator_note')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('payment')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    database
      .selectFrom('ledger_check')
      .select(['faults', sql<number>`extract(epoch from finished_at)::float`.as('finished')])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    open,
    troubles: troubles.map(({ code }) => code),
    storageOutage: outage !== undefined,
    notes: notes.count,
    payments,
    check,
  }
}
