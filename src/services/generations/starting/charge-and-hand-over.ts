import { giveBack } from '#database/queries/generation-steps.ts'
import {
  type ChargeResult,
  chargeAndInsert,
  type NewGeneration,
} from '#database/queries/start-generation.ts'
import { leaseTime } from '#domain/timetable.ts'
import type { ServiceContext } from '../../context.ts'
import type { Reservation } from '../../handoff.ts'
import { keepTrying } from '../../keep-trying.ts'

/**
 * Charges and inserts. Where the worker of this process has room the row is born claimed by it, so
 * that the provider is called after one commit, not after two
 * (docs/decisions/0021-born-claimed.md); else it is due, and the workers of every process are told.
 */
export async function chargeAndHandOver(
  context: ServiceContext,
  generation: NewGeneration,
): Promise<ChargeResult> {
  const reservation = context.handoff.reserve()
  if (reservation) return chargeFor(context, generation, reservation)

  const result = await chargeAndInsert(context.database, generation)
  if (result.charged) context.changes.publishDue()
  return result
}

async function chargeFor(
  context: ServiceContext,
  generation: NewGeneration,
  { token, use }: Reservation,
) {
  try {
    const result = await chargeAndInsert(context.database, {
      ...generation,
      lease: { token, time: leaseTime },
    })
    const held = {
      lease_token: token,
      step: 'submit',
      late: false,
      past_deadline: false,
      handed_over: false,
    } as const
    use(result.charged ? { ...result.generation, ...held } : null)
    return result
  } catch (error) {
    use(null)
    context.background.run(() => leaveToOthers(context, { id: generation.id, token }))
    throw error
  }
}

/**
 * Nobody knows whether the charge was written, but surely nothing was handed over: whoever looks
 * next may do it.
 */
async function leaveToOthers(
  context: ServiceContext,
  row: { id: string; token: string },
): Promise<void> {
  if (await keepTrying(context, () => giveBack(context.database, row))) context.changes.publishDue()
}
