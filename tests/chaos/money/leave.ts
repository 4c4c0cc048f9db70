import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from '../load/create.ts'
import type { Http } from '../load/http.ts'

/** `at`: when it was acknowledged, in ms since 1970. */
export type LeaveRecord = { account: Account; at: number | null }

const pause = 250
const giveUpAfter = 180_000

/** Deletes an account with running generations, and retries until the answer says it is deleted. */
export async function leave(
  { http, webs }: { http: Http; webs: string[] },
  record: LeaveRecord,
): Promise<void> {
  const { name, cookie } = record.account
  const deadline = Date.now() + giveUpAfter
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const url = `${webs[attempt % webs.length]}/api/account`
    const body = { email: `${name}@example.com` }
    const answer = await http.send({
      method: 'DELETE',
      url,
      what: 'delete the account',
      headers: { cookie },
      body,
    })
    // 401: an earlier request did it, and its answer was lost.
    if (!('lost' in answer) && (answer.status === 204 || answer.status === 401)) {
      record.at = Date.now()
      return
    }
    await delay(pause)
  }
}
