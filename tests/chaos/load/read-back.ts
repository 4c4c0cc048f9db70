import type { Snapshot } from '../checks/snapshot.ts'
import type { Findings, Violation } from '../checks/violation.ts'
import type { Account, Client } from './create.ts'
import type { Listener } from './listen.ts'

const atOnce = 8

/**
 * Asks the product for each generation, as its owner would: it is there, in the state that the
 * database says.
 */
export async function readBack(
  { http, webs }: Client,
  snapshot: Snapshot,
  accounts: Account[],
  findings: Findings,
): Promise<void> {
  const keys = new Map(accounts.filter(({ leaves }) => !leaves).map(({ id, key }) => [id, key]))
  const waiting = snapshot.generations.filter(({ account_id }) => keys.has(account_id))
  const count = waiting.length
  const broken: Omit<Violation, 'invariant'>[] = []
  const lane = async () => {
    for (let row = waiting.pop(); row; row = waiting.pop()) {
      const url = `${webs[waiting.length % webs.length]}/api/generations/${row.id}`
      const answer = await http.send({
        method: 'GET',
        url,
        what: 'read',
        key: keys.get(row.account_id) ?? '',
      })
      const reported =
        'lost' in answer ? answer.lost : answer.status === 200 ? answer.body.status : answer.status
      if (reported !== row.status)
        broken.push({
          generation: row.id,
          detail: `it is ${row.status}, its owner reads ${reported}`,
        })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  findings.note('owners read every generation as it is', count, broken)
}

export type Listening = { account: Account; listener: Listener }

/**
 * A listener that was connected all the time knows how every generation ended: by an event, or by
 * reading the histories after an event `refetch`.
 */
export function checkListeners(
  listeners: Listening[],
  snapshot: Snapshot,
  findings: Findings,
): void {
  for (const { account, listener } of listeners) {
    const own = snapshot.generations.filter(({ account_id }) => account_id === account.id)
    const missed = own.filter(({ id, status }) => listener.states.get(id) !== status)
    const broken = missed.map(({ id, status }) => ({
      generation: id,
      detail: `${account.name} last received or read ${listener.states.get(id) ?? 'nothing'}; it is ${status}`,
    }))
    findings.note('a listener receives how every generation ends', own.length, broken)
  }
}
