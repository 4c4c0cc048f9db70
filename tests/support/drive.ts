import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ClaimedGeneration, claimDue } from '#core/generations/queries/generation-steps.ts'
import { runStep } from '#core/generations/steps/run-step.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { AllParts } from '#core/parts.ts'

/** The row as it is now. */
export function readRow({ database }: AllParts, id: string): Promise<GenerationRow> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Claims what is due, as a worker would. */
export function claim({ database }: AllParts): Promise<ClaimedGeneration[]> {
  return claimDue(database, { token: randomUUID(), limit: 50, lease: 60_000 })
}

/** The same, but the deadline passes after some steps beside polls if it is still open then. */
export async function driveToDeadline(
  context: AllParts,
  id: string,
  steps = 200,
): Promise<GenerationRow> {
  return driveToEnd(context, id, steps).catch(async () => {
    await sql`update job set deadline = now() where generation_id = ${id}`.execute(context.database)
    return driveToEnd(context, id)
  })
}

/**
 * How long work may take in a test, in ms: an engine that draws on a busy machine is slow, not
 * wrong.
 */
const patience = 60_000

/**
 * Does what a worker does, but turns the clock forward instead of waiting: every open row is due at
 * once. Throws when it is still open after so many steps, or after a minute.
 */
export async function driveToEnd(
  context: AllParts,
  id: string,
  steps = Number.POSITIVE_INFINITY,
): Promise<GenerationRow> {
  const end = Date.now() + patience
  for (let step = 0; step < steps && Date.now() < end; ) {
    const row = await readRow(context, id)
    if (row.step === null) return row
    // The provider works in the same process: who asks without a pause keeps it from its work. How
    // often it is asked says how busy the machine is, so that is no step.
    if (row.step === 'poll') await setTimeout(20)
    else step++
    await sql`update job set next_step_at = now(), lease_until = null where generation_id = ${id}`.execute(
      context.database,
    )
    for (const claimed of await claim(context)) await runStep(context, claimed)
  }
  throw new Error(`Still open after ${steps} steps or ${patience} ms`)
}
