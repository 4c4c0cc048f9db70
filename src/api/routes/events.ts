import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { LiveEvents } from '#contract/events.ts'
import { readAccount } from '#services/accounts/read-account.ts'
import { listChanges } from '#services/generations/list-history.ts'
import { readGenerations } from '#services/generations/read-generation.ts'
import type { ApiOptions, Env } from '../env.ts'
import { requireAccount } from '../middleware/request.ts'
import { presentAccount } from '../presenters/present-account.ts'
import { presentGeneration } from '../presenters/present-generation.ts'
import { readerOf } from '../reader.ts'

/** Proxies close a silent line after about a minute. */
const heartbeat = 25_000

/**
 * `GET /api/events`: every change of the account's generations and balance, as whole states (contract/events.ts). After
 * a break the browser sends `Last-Event-ID`, and what changed since is sent again.
 */
export function eventRoutes({ context, hub }: ApiOptions) {
  return new Hono<Env>().get('/api/events', (c) => {
    const account = requireAccount(c.get('account'))
    const reader = readerOf(c, account)
    c.header('x-accel-buffering', 'no')

    return streamSSE(c, async (stream) => {
      let lastSent = Number(c.req.header('last-event-id')) || 0
      let changed: Set<string> | null = new Set()
      let wake: () => void = () => undefined
      const unsubscribe = hub.subscribe(account.id, (ids) => {
        changed = ids === null || changed === null ? null : changed.union(new Set(ids))
        wake()
      })
      stream.onAbort(() => {
        unsubscribe()
        wake()
      })

      const send = <Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name], id = lastSent) => {
        lastSent = Math.max(lastSent, id)
        return stream.writeSSE({ event, data: JSON.stringify(data), id: String(lastSent) })
      }
      const sendChanges = async (ids: Set<string> | null) => {
        const found = ids ? await readGenerations(context, [...ids]) : await listChanges(context, account.id, lastSent)
        for (const one of found) await send('generation', presentGeneration(one, reader), one.row.updated_at.getTime())
        const current = await readAccount(context, account.id)
        if (current) await send('account', presentAccount(current))
      }

      if (lastSent > 0) changed = null
      else lastSent = Date.now()
      await send('ready', {})
      while (!stream.aborted && !stream.closed) {
        const ids = changed
        changed = new Set()
        if (ids === null || ids.size > 0) await sendChanges(ids)
        else if (
          await pause((resolve) => {
            wake = resolve
          })
        )
          await stream.write(': still here\n\n')
      }
    })
  })
}

/** Waits until woken, or for the heartbeat. Answers whether it was the heartbeat. */
function pause(onWake: (wake: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), heartbeat)
    onWake(() => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}
