import { isId } from '#core/ids.ts'
import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  deleteUsedAttempts,
  isSessionYoung,
  listSessions as listRows,
} from '../queries/sessions.ts'
import type { SessionRow } from '../tables.ts'
import { hashToken, readToken } from './tokens.ts'

/** A session of the account; `isCurrent`: the one of this request. */
export type ListedSession = Omit<SessionRow, 'token_hash'> & { isCurrent: boolean }

/** Returns the account's valid sessions, the last used first. */
export async function listSessions(
  { database }: Parts<'database'>,
  { accountId, token }: { accountId: string; token: string },
): Promise<ListedSession[]> {
  const current = hashToken(token)
  const rows = await listRows(database, accountId)
  return rows.map(({ token_hash: hash, ...row }) => ({ ...row, isCurrent: hash.equals(current) }))
}

/**
 * An irreversible action needs a sign-in within this time, in ms: a session may have been left open
 * or stolen.
 */
const freshTime = 3_600_000

/**
 * Throws `Refused` `sign_in_again` where the session of this token was not opened within the last
 * hour. `false`: it has ended meanwhile.
 */
export async function requireFreshSession(
  { database }: Parts<'database'>,
  token: string,
): Promise<boolean> {
  const stored = readToken(token)
  const isYoung = stored && (await isSessionYoung(database, stored, freshTime))
  if (isYoung === false) throw new Refused({ reason: 'sign_in_again' })
  return isYoung ?? false
}

/**
 * Ends one of the account's sessions; its event streams end at once. Throws `Refused` `not_found`.
 */
export async function endSession(
  { database, changes }: Parts<'changes' | 'database'>,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  if (!isId(id) || !(await deleteSessionOf(database, { accountId, id })))
    throw new Refused({ reason: 'not_found' })
  changes.publishRevocation(accountId)
}

/** Ends all of the account's sessions, everywhere. */
export async function endSessions(
  { database, changes }: Parts<'changes' | 'database'>,
  accountId: string,
): Promise<void> {
  await deleteSessionsOf(database, accountId)
  changes.publishRevocation(accountId)
}

/** Ends the session of this token. */
export async function signOut(
  { database, changes }: Parts<'changes' | 'database'>,
  token: string,
): Promise<void> {
  const stored = readToken(token)
  if (stored && (await deleteSession(database, stored))) changes.publishRevocation(stored.accountId)
}

/** Sign-in attempts expire after this time, in ms. */
export const attemptTime = 600_000

/** Deletes sessions unused for 30 days, and expired sign-in attempts. */
export async function deleteOldSessions(context: Parts<'background' | 'database'>): Promise<void> {
  const { database } = context
  await repeatWhileFull(context, 1_000, (limit) => deleteExpiredSessions(database, limit))
  await deleteUsedAttempts(database, 2 * attemptTime)
}
