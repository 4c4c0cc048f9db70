import { setTimeout as delay } from 'node:timers/promises'
import type { Findings, Violation } from '../checks/violation.ts'
import type { Account } from './create.ts'
import type { Http } from './http.ts'

export type Listener = {
  states: Map<string, string>
  events: number
  reconnects: number
  /** How often it was sent to read everything again instead of being told each change. */
  refetches: number
  stop(): void
}

const ended = new Set(['completed', 'partial', 'failed'])

/** Follows an account's event stream, through every break, and keeps the last state it was told of each generation. */
export function listen(
  web: string,
  account: Account,
  { http, findings }: { http: Http; findings: Findings },
): Listener {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const listener = { states: new Map<string, string>(), events: 0, reconnects: -1, refetches: 0, stop }
  let lastId = ''

  const hear = (event: string): void => {
    const name = /^event: (.*)$/m.exec(event)?.[1]
    const data = /^data: (.*)$/m.exec(event)?.[1]
    lastId = /^id: (.*)$/m.exec(event)?.[1] ?? lastId
    if (!name || !data) return
    listener.events++
    http.inspect('events', data)
    if (name === 'refetch') listener.refetches++
    if (name !== 'generation') return
    const { id, status } = JSON.parse(data) as { id: string; status: string }
    const before = listener.states.get(id)
    const broken: Omit<Violation, 'invariant'>[] =
      before && ended.has(before) && before !== status
        ? [{ generation: id, detail: `told ${before}, then ${status}` }]
        : []
    findings.note('no event takes an end back', 1, broken)
    listener.states.set(id, status)
  }

  const follow = async () => {
    const headers = { authorization: `Bearer ${account.key}`, ...(lastId && { 'last-event-id': lastId }) }
    const response = await fetch(`${web}/api/events`, { headers, signal: stopping.signal })
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) hear(event)
    }
  }

  void (async () => {
    while (!stopping.signal.aborted) {
      listener.reconnects++
      await follow().catch(() => undefined)
      await delay(200)
    }
  })()
  return listener
}
