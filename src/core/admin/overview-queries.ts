import { type Kysely, sql } from 'kysely'
import { waitsUntil } from '#core/generations/queries/generation-steps.ts'
import { findStorageOutage } from '#core/generations/queries/outages.ts'
import type { ProviderOutage, Step } from '#core/generations/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { listChangedSchemas } from '#core/models/schema-check-queries.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The state of the installation, for the operator. */
export type OperatorFigures = {
  /** Generations that have not ended, by their next step and kind. */
  open: QueueFigures[]
  outages: { provider: string; code: ProviderOutage }[]
  /** Whether storage is unavailable. */
  storageOutage: boolean
  /** Of the last hour, up to `countLimit`. */
  alerts: number
  /**
   * The newest ledger check: how many faults, and when it ended in seconds since 1970.
   */
  check: { faults: number; finished: number } | undefined
  /** Models whose provider has changed its documents since their current version. */
  changedSchemas: number
}

/** Counts beyond this are not exact, so that reading them costs the same in any database. */
const countLimit = 1_000

/** Reads the open generations, small tables, and the newest rows of large ones. */
export async function readFigures(database: Database): Promise<OperatorFigures> {
  const [open, outages, outage, alerts, check, changed] = await Promise.all([
    readQueue(database),
    database.selectFrom('provider_outage').select(['provider', 'code']).execute(),
    findStorageOutage(database),
    database
      .selectFrom((newest) =>
        newest
          .selectFrom('alert')
          .select('created_at')
          .orderBy('id', 'desc')
          .limit(countLimit)
          .as('newest'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('ledger_check')
      .select(['faults', sql<number>`extract(epoch from finished_at)::float`.as('finished')])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    listChangedSchemas(database),
  ])
  return {
    open,
    outages,
    storageOutage: outage !== undefined,
    alerts: alerts.count,
    check,
    changedSchemas: changed.length,
  }
}

/**
 * The open generations of one kind at one step. `overdue`: still open past the time to wait.
 * `oldest_due`: how long the oldest due one has waited for a worker, in seconds.
 */
export type QueueFigures = {
  step: Step
  kind: Kind
  count: number
  overdue: number
  due: number
  oldest_due: number
}

/** Reads the open generations through a small index of their own. */
export async function readQueue(database: Kysely<Tables>): Promise<QueueFigures[]> {
  const isDue = sql`next_step_at <= now() and (lease_until is null or lease_until < now())`
  const { rows } = await sql<QueueFigures>`
    select step, kind, count(*) as count, count(*) filter (where ${waitsUntil} < now()) as overdue,
      count(*) filter (where ${isDue}) as due,
      coalesce(extract(epoch from now() - min(next_step_at) filter (where ${isDue})), 0)::float as oldest_due
    from job group by step, kind order by step, kind`.execute(database)
  return rows
}
