import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createAccountWithCredits } from '#core/accounts/create-account.ts'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { contributions } from '#features/contributions.ts'
import { mediaPath } from '#testing/sample-media.ts'
import type { Options } from '../options.ts'
import type { Event, Plan } from '../plan/plan.ts'
import type { World } from '../processes/world.ts'
import { type Account, type Client, runCreate } from './create.ts'
import { type CreateRecord, newRecord } from './record.ts'

/**
 * Makes the accounts, each with its opening credits, its limits, an API key, a session, an image
 * and a video.
 */
export function makeAccounts({ database, webs }: World, plan: Plan): Promise<Account[]> {
  return Promise.all(
    plan.accounts.map(async (planned) => {
      const { name, credits, paid, limits } = planned
      const { account } = await createAccountWithCredits(
        { database, contributions },
        { email: `${name}@example.com`, name, credits, paid },
      )
      const key = await createApiKey({ database }, account.id, 'chaos')
      const token = newToken(account.id)
      await insertSession(database, {
        id: uuid(),
        accountId: account.id,
        tokenHash: hashToken(token),
      })
      const cookie = `atelier_session=${token}`
      if (limits) await limit(`${webs[0]}/api/account`, cookie, limits)
      return {
        ...planned,
        id: account.id,
        key,
        cookie,
        files: await uploadFiles(webs[0] ?? '', key),
      }
    }),
  )
}

async function limit(url: string, cookie: string, limits: object): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(limits) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

async function uploadFiles(web: string, key: string): Promise<Account['files']> {
  const image = await upload(`${web}/api/upload-image-wan-i2v`, 'photo.png', key)
  const video = await upload(`${web}/api/upload-video`, 'video.mp4', key)
  return {
    '{image}': String(image.imageUrl),
    '{video}': String((video.data as Record<string, unknown>).video_url),
  }
}

async function upload(url: string, name: string, key: string): Promise<Record<string, unknown>> {
  const body = new FormData()
  body.set('file', new Blob([await readFile(mediaPath(name))]), name)
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

type Load = {
  options: Options
  plan: Plan
  accounts: Account[]
  client: Client
  /** Filled as the creates are begun. */
  records: CreateRecord[]
  /** Does what the schedule says, while the creates go on. */
  onEvent(event: Event): Promise<void>
  signal: AbortSignal
}

/**
 * Sends every planned create, and starts every event when its turn has come. Resolves when all have
 * their last answer.
 */
export async function runLoad({
  options,
  plan,
  accounts,
  client,
  records,
  onEvent,
  signal,
}: Load): Promise<void> {
  const running = new Set<Promise<void>>()
  const events = [...plan.events]
  const happening: Promise<void>[] = []
  const begin = Date.now()

  for (const planned of plan.creates) {
    if (signal.aborted) break
    while (events[0] && events[0].at <= planned.index)
      happening.push(onEvent(events.shift() as Event))
    const account = accounts[planned.account]
    if (!account) throw new Error('The plan names an account that does not exist')
    while (running.size >= options.inFlight) await Promise.race(running)
    await delay(Math.max(0, begin + (planned.index * 1000) / options.rate - Date.now()))
    const record = newRecord(planned)
    records.push(record)
    const task = runCreate(client, account, record).finally(() => void running.delete(task))
    running.add(task)
  }
  await Promise.all([...running, ...happening])
}
