import { randomUUID } from 'node:crypto'
import { type Claimed, claimDue } from '#database/queries/generation-steps.ts'
import { leaseTime } from '#domain/timetable.ts'
import type { ServiceContext } from '../../context.ts'

/**
 * Takes up to `limit` due generations for this worker alone, and up to `storing` that wait for our
 * storage.
 */
export function claimDueGenerations(
  { database }: ServiceContext,
  limits: { limit: number; storing: number },
): Promise<Claimed[]> {
  return claimDue(database, { token: randomUUID(), ...limits, lease: leaseTime })
}
