import { randomUUID } from 'node:crypto'
import { type Claimed, claimDue } from '#database/queries/life/steps.ts'
import { leaseTime } from '#domain/timetable.ts'
import type { ServiceContext } from '../../context.ts'

/** Takes up to `limit` due generations for this worker alone. */
export function claimDueGenerations({ database }: ServiceContext, limit: number): Promise<Claimed[]> {
  return claimDue(database, { token: randomUUID(), limit, lease: leaseTime })
}
