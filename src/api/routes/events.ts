import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { LiveEvents } from '#contract/events.ts'
import { readAccount } from '#services/accounts/read-account.ts'
import { listChanges } from '#services/generations/list-history.ts'
import { readGenerations } from '#services/generations/read-generation.ts'
import type { AccountRow } from '#services/rows.ts'
import type { ApiOptions, Env } from '../env.ts'
import { openMailbox } from '../events/mailbox.ts'
import { requireAccount } from '../middleware/request.ts'
import { presentAccount } from '../presenters/present-account.ts'
import { presentGeneration } from '../presenters/present-generation.ts'
import { readerOf } from '../reader.ts'

/**
 * `GET /api/events`: every change of the account's generations and balance, as whole states (contract/events.ts). After
 * a break the browser sends `Last-Event-ID`, and what changed since is sent again.
 */
export function eventRoutes(options: ApiOptions) {
  return new Hono<Env>().get('/api/events', (c) => {
    const account = requireAccount(c.get('account'))
    const reader = readerOf(c, account)
    const lastEventId = Number(c.req.header('last-event-id')) || null
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, (stream) => follow(options, stream, { account, reader, lastEventId }))
  })
}

type Following = { account: AccountRow; reader: Parameters<typeof presentGeneration>[1]; lastEventId: number | null }

async function follow({ context, hub, closing }: ApiOptions, stream: SSEStreamingApi, following: Following) {
  const { account, reader, lastEventId } = following
  const mailbox = openMailbox({ missedSome: lastEventId !== null })
  const unsubscribe = hub.subscribe(account.id, mailbox.put)
  stream.onAbort(mailbox.close)
  closing.addEventListener('abort', mailbox.close, { once: true })

  let latest = lastEventId ?? Date.now()
  const send = async <Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name]) => {
    await stream.writeSSE({ event, data: JSON.stringify(data), id: String(latest) })
  }
  const sendChanges = async (ids: string[] | null) => {
    const found = ids ? await readGenerations(context, ids) : await listChanges(context, account.id, latest)
    for (const one of found) {
      latest = Math.max(latest, one.row.updated_at.getTime())
      await send('generation', presentGeneration(one, reader))
    }
    const current = await readAccount(context, account.id)
    if (current) await send('account', presentAccount(current))
  }

  try {
    await send('ready', {})
    for await (const letter of mailbox.letters) {
      if (letter === 'silence') await stream.write(': still here\n\n')
      else await sendChanges(letter)
    }
  } finally {
    unsubscribe()
    closing.removeEventListener('abort', mailbox.close)
  }
}
