import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Claimed, claimDue } from '#database/queries/life/steps.ts'
import type { GenerationRow } from '#database/tables.ts'
import type { ServiceContext } from '#services/context.ts'
import { runStep } from '#services/generations/steps/run-step.ts'

/** The row as it is now. */
export function readRow({ database }: ServiceContext, id: string): Promise<GenerationRow> {
  return database.selectFrom('generation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Claims what is due, as a worker would. */
export function claim({ database }: ServiceContext): Promise<Claimed[]> {
  return claimDue(database, { token: randomUUID(), limit: 50, lease: 60_000 })
}

/** Does what a worker does, but turns the clock forward instead of waiting: every open row is due at once. */
export async function driveToEnd(context: ServiceContext, id: string, steps = 500): Promise<GenerationRow> {
  for (let step = 0; step < steps; step++) {
    const row = await readRow(context, id)
    if (row.step === null) return row
    await sql`update generation set next_step_at = now(), lease_until = null where id = ${id}`.execute(context.database)
    for (const claimed of await claim(context)) await runStep(context, claimed)
  }
  throw new Error(`Still open after ${steps} steps`)
}
