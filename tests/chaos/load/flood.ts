import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Findings } from '../checks/violation.ts'
import type { PlannedFlood } from '../plan/plan.ts'
import type { Account } from './create.ts'
import type { Http } from './http.ts'

/** So many event streams an account may hold open in a process (docs/operate.md). */
const maxStreams = 50
/** How long a web that answers may take to give the places of closed streams back, in ms. */
const givenBackMs = 30_000
/** How long a killed web may take to answer again, in ms: a loaded machine starts it slowly. */
const startMs = 180_000

type Flooding = { web: string; account: Account; http: Http; findings: Findings }

/** `status`: `null` without an answer. */
type Stream = { status: number | null; isOpen(): boolean; close(): void }

/**
 * Opens far more streams than an account may hold, every third one asking for all it ever missed,
 * every fifth one never read; looks how many are open; closes them, and looks that their places are
 * free again.
 */
export async function floodStreams(
  { streams, waves, holdMs }: PlannedFlood,
  flooding: Flooding,
): Promise<void> {
  const { findings, account } = flooding
  for (let wave = 0; wave < waves; wave++) {
    const all = await Promise.all(
      Array.from({ length: streams }, (_, index) => openStream(flooding, index)),
    )
    const open = all.filter(({ isOpen }) => isOpen()).length
    findings.note(
      'an account holds at most 50 event streams open in a process',
      1,
      open > maxStreams ? [{ detail: `${account.name} has ${open}` }] : [],
    )
    const odd = all.filter(({ status }) => status !== null && ![200, 429, 503].includes(status))
    findings.note(
      'an event stream is opened, or refused with 429 or 503',
      streams,
      odd.map(({ status }) => ({ detail: `${account.name} was answered ${status}` })),
    )
    await delay(holdMs)
    for (const { close } of all) close()
  }
  const last = await openAgain(flooding)
  const detail = `${account.name} cannot open one after all were closed: ${last ?? 'no answer'}`
  findings.note('closed event streams give their places back', 1, last === 200 ? [] : [{ detail }])
}

/** Tries until one is open, or was refused for too long; returns the last status. */
async function openAgain(flooding: Flooding): Promise<number | null> {
  let end = Date.now() + startMs
  let isAnswered = false
  for (;;) {
    const { status, close } = await openStream(flooding, 1)
    close()
    if (status === 200 || Date.now() > end) return status
    if (status !== null && !isAnswered) {
      isAnswered = true
      end = Date.now() + givenBackMs
    }
    await delay(300)
  }
}

/** Resolves when the head of the answer is there, or the connection has failed. */
function openStream({ web, account, http }: Flooding, index: number): Promise<Stream> {
  const headers = {
    authorization: `Bearer ${account.key}`,
    ...(index % 3 === 0 && { 'last-event-id': '0' }),
  }
  return new Promise((resolve) => {
    const outgoing = request(`${web}/api/events`, { headers, agent: false, timeout: 20_000 })
    let isOpen = false
    let isAnswered = false
    const stream = { isOpen: () => isOpen, close: () => void outgoing.destroy() }
    const answered = (status: number | null) => {
      if (isAnswered) return
      isAnswered = true
      http.count('open an event stream', status === null ? 'connection lost' : String(status))
      resolve({ status, ...stream })
    }
    outgoing.on('error', () => answered(null))
    outgoing.once('timeout', () => outgoing.destroy(new Error('No answer')))
    outgoing.once('response', (response) => {
      const { statusCode = 0 } = response
      isOpen = statusCode === 200
      response.once('close', () => {
        isOpen = false
      })
      response.on('error', () => undefined)
      // What is refused is read, so that its connection ends.
      if (index % 5 !== 0 || !isOpen)
        response.on('data', (chunk: Buffer) => http.inspect('events', String(chunk)))
      answered(statusCode)
    })
    outgoing.end()
  })
}
