import { revokeKey } from '#core/accounts/queries/keys.ts'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type ApplicationRow, listApplications as listRows, updateApplication } from './queries.ts'

export type { ApplicationRow }

type Named = { accountId: string; id: string }

/** Returns the account's connected applications, newest first. */
export function listApplications(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<ApplicationRow[]> {
  return listRows(database, accountId)
}

/** Changes the caps of an application; the next start counts. Throws `Refused` `not_found`. */
export async function changeApplication(
  { database }: Parts<'database'>,
  { accountId, id }: Named,
  caps: Parameters<typeof updateApplication>[2],
): Promise<ApplicationRow> {
  const isChanged = isId(id) && (await updateApplication(database, { accountId, id }, caps))
  const found = isChanged && (await listRows(database, accountId)).find((row) => row.id === id)
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

/**
 * Disconnects an application: its next request is refused and its open answers end; what it started
 * goes on. Throws `Refused` `not_found`.
 */
export async function disconnectApplication(
  { database, changes }: Parts<'database' | 'changes'>,
  { accountId, id }: Named,
): Promise<void> {
  const rows = isId(id) ? await listRows(database, accountId) : []
  if (!rows.some((row) => row.id === id) || !(await revokeKey(database, accountId, id)))
    throw new Refused({ reason: 'not_found' })
  changes.publishRevocation(accountId)
}
