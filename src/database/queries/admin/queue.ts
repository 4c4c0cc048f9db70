import { type Kysely, sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { Step, Tables } from '../../tables.ts'
import { waitsUntil } from '../life/steps.ts'

/**
 * Open work of one kind at one step. `overdue`: not ended although it is waited for no longer.
 * `oldest_due`: how long the oldest of what is due has waited for a worker, in seconds.
 */
export type QueueLine = {
  step: Step
  kind: Kind
  count: number
  overdue: number
  due: number
  oldest_due: number
}

/** Reads the open generations through their own small index. */
export async function readQueue(database: Kysely<Tables>): Promise<QueueLine[]> {
  const isDue = sql`next_step_at <= now() and (lease_until is null or lease_until < now())`
  const { rows } = await sql<QueueLine>`
    select step, kind, count(*) as count, count(*) filter (where ${waitsUntil} < now()) as overdue,
      count(*) filter (where ${isDue}) as due,
      coalesce(extract(epoch from now() - min(next_step_at) filter (where ${isDue})), 0)::float as oldest_due
    from generation where next_step_at is not null group by step, kind order by step, kind`.execute(
    database,
  )
  return rows
}
