import { setTimeout as delay } from 'node:timers/promises'
import type { Findings, Violation } from '../checks/violation.ts'
import type { Account } from './create.ts'
import type { Http } from './http.ts'
import { readHistories } from './read-histories.ts'

export type Listener = {
  /** The last status it received or read of each generation. */
  states: Map<string, string>
  events: number
  reconnects: number
  /** How often it received `refetch` instead of single changes. */
  refetches: number
  /** Resolves when what it was sent to read has been read. */
  caughtUp(): Promise<void>
  stop(): void
}

/** The pause before an unanswered request is retried, in ms. */
const pause = 200

const ended = new Set(['completed', 'partial', 'failed'])

/**
 * Follows an account's event stream, through every break, and keeps the last state received of
 * each generation. After an event `refetch` it reads the histories again, as a page does; what it
 * reads is valid until an event reports another state.
 */
export function listen(
  web: string,
  account: Account,
  { http, findings }: { http: Http; findings: Findings },
): Listener {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  let reading = Promise.resolve()
  const caughtUp = () => reading
  const listener = {
    states: new Map<string, string>(),
    events: 0,
    reconnects: -1,
    refetches: 0,
    caughtUp,
    stop,
  }
  const lastStatus = new Map<string, string>()
  let lastId = ''

  const readAgain = async (): Promise<void> => {
    const mine = ++listener.refetches
    listener.states.clear()
    while (!stopping.signal.aborted && mine === listener.refetches) {
      const read = await readHistories(http, web, account.key).catch(() => null)
      if (mine !== listener.refetches) return
      // A state received meanwhile is either newer, or followed by an event that is.
      for (const [id, status] of read ?? [])
        if (!listener.states.has(id)) listener.states.set(id, status)
      if (read) return
      await delay(pause)
    }
  }

  const onEvent = (event: string): void => {
    const name = /^event: (.*)$/m.exec(event)?.[1]
    const data = /^data: (.*)$/m.exec(event)?.[1]
    lastId = /^id: (.*)$/m.exec(event)?.[1] ?? lastId
    if (!name || !data) return
    listener.events++
    http.inspect('events', data)
    if (name === 'refetch') reading = readAgain()
    if (name !== 'generation') return
    const { id, status } = JSON.parse(data) as { id: string; status: string }
    const before = lastStatus.get(id)
    const broken: Omit<Violation, 'invariant'>[] =
      before && ended.has(before) && before !== status
        ? [{ generation: id, detail: `received ${before}, then ${status}` }]
        : []
    findings.note('no event takes an end back', 1, broken)
    lastStatus.set(id, status)
    listener.states.set(id, status)
  }

  const follow = async () => {
    const headers = {
      authorization: `Bearer ${account.key}`,
      ...(lastId && { 'last-event-id': lastId }),
    }
    const response = await fetch(`${web}/api/events`, { headers, signal: stopping.signal })
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) onEvent(event)
    }
  }

  void (async () => {
    while (!stopping.signal.aborted) {
      listener.reconnects++
      await follow().catch(() => undefined)
      await delay(pause)
    }
  })()
  return listener
}
