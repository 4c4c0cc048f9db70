import type { Snapshot } from '../checks/snapshot.ts'
import type { Findings, Violation } from '../checks/violation.ts'
import type { Account } from '../load/create.ts'
import type { Http } from '../load/http.ts'
import type { LeaveRecord } from './leave.ts'

type Broken = Omit<Violation, 'invariant'>[]

/** Until nothing of a deleted account is left to be emptied. */
export function isEmptied({ accounts }: Snapshot): boolean {
  return accounts.every(({ purge_at }) => purge_at === null)
}

/**
 * In the end: who left is gone with all that was made; nothing began afterwards, and what was open
 * ended or was refunded.
 */
export function checkLeaving(
  { accounts, generations, media }: Snapshot,
  records: LeaveRecord[],
  findings: Findings,
): void {
  const broken: Broken = []
  for (const { account, at } of records) {
    const row = accounts.find(({ id }) => id === account.id)
    const own = generations.filter(({ account_id }) => account_id === account.id)
    const ids = new Set(own.map(({ id }) => id))
    if (at === null || !row?.deleted_at) broken.push({ detail: `${account.name} is not deleted` })
    if (row?.purge_at) broken.push({ detail: `${account.name} is not emptied` })
    const late = own.filter(({ created_at }) => at !== null && created_at.getTime() > at)
    broken.push(
      ...late.map(({ id, created_at }) => ({
        generation: id,
        detail: `${account.name}: began at ${created_at.toISOString()}, deleted at ${row?.deleted_at?.toISOString()}, acknowledged at ${new Date(at ?? 0).toISOString()}`,
      })),
    )
    const left = own.filter(({ deleted_at, prompt }) => !deleted_at || prompt !== null)
    broken.push(
      ...left.map(({ id }) => ({ generation: id, detail: `${account.name}: is still there` })),
    )
    const files = media.filter(({ generation_id }) => ids.has(generation_id)).length
    if (files > 0) broken.push({ detail: `${account.name}: ${files} files have records` })
  }
  findings.note('a deleted account leaves nothing behind', records.length, broken)
}

/** The keys of those who left open nothing. */
export async function checkKeys(
  { http, webs }: { http: Http; webs: string[] },
  gone: Account[],
  findings: Findings,
) {
  for (const { name, key } of gone) {
    const answer = await http.send({
      method: 'GET',
      url: `${webs[0]}/api/account`,
      what: 'read the account',
      key,
    })
    const isOpen = 'lost' in answer || answer.status !== 401
    findings.note('a deleted account’s key opens nothing', 1, isOpen ? [{ detail: name }] : [])
  }
}
