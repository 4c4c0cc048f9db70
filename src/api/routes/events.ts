import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Credential, findRevoked, markOf } from '#services/accounts/check-credentials.ts'
import type { ApiOptions, Env } from '../env.ts'
import { follow } from '../events/follow.ts'
import { openGuestList } from '../events/guest-list.ts'
import { openMailbox } from '../events/mailbox.ts'
import { enterStream } from '../events/stream-room.ts'
import { HttpRefused } from '../middleware/errors.ts'
import { requireAccount } from '../middleware/request.ts'
import { readerOf } from '../reader.ts'

/**
 * `GET /api/events`: every change of the account's generations and balance, as whole states (contract/events.ts). After
 * a break the browser sends `Last-Event-ID`, and what changed since is sent again. The stream ends when its session
 * or key is revoked, and says so.
 */
export function eventRoutes(options: ApiOptions) {
  const { context, hub, closing } = options
  const guests = openGuestList({ findRevoked: (marks) => findRevoked(context, marks) })
  hub.onRights((accountId) => void guests.look(accountId))

  return new Hono<Env>().get('/api/events', (c) => {
    const account = requireAccount(c.get('account'))
    const following = {
      accountId: account.id,
      reader: readerOf(c, account),
      lastEventId: readLastEventId(c.req.header('last-event-id')),
    }
    const mark = markOf(requireCredential(c.get('credential')))

    const giveBack = enterStream(account.id)
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      const mailbox = openMailbox({ missedSome: following.lastEventId !== null })
      const unsubscribe = hub.subscribe(account.id, mailbox.put)
      let isRevoked = false
      const leave = guests.enter({ accountId: account.id, mark }, () => {
        isRevoked = true
        mailbox.close()
      })
      stream.onAbort(mailbox.close)
      closing.addEventListener('abort', mailbox.close, { once: true })
      try {
        await follow(options, { stream, mailbox }, following)
        if (isRevoked) await stream.writeSSE({ event: 'signed-out', data: '{}' })
      } finally {
        unsubscribe()
        leave()
        giveBack()
        closing.removeEventListener('abort', mailbox.close)
      }
    })
  })
}

function requireCredential(credential: Credential | null): Credential {
  if (!credential) throw new HttpRefused('unauthorized')
  return credential
}

/** The time of an event this server sent, in ms since 1970; anything else is nobody's. */
function readLastEventId(header: string | undefined): number | null {
  return header && /^\d{1,15}$/.test(header) ? Number(header) : null
}
