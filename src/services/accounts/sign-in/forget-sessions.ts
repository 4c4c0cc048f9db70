import { deleteExpiredSessions, deleteUsedAttempts } from '#database/queries/sessions.ts'
import type { ServiceContext } from '../../context.ts'

/** Whoever signs in takes no longer; an answer that comes later is refused. In ms. */
export const attemptTime = 600_000

/**
 * Removes sessions that nobody used for 30 days, and what is remembered of sign-ins that cannot be
 * repeated any more.
 */
export async function forgetOldSessions({ database }: ServiceContext): Promise<void> {
  await deleteExpiredSessions(database)
  await deleteUsedAttempts(database, 2 * attemptTime)
}
