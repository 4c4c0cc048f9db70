import type { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { type Credential, findRevoked, markOf } from '#core/accounts/sign-in/authenticate.ts'
import { readerOf } from '#core/generations/routes/present-generation.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { onModelsChange } from '#core/models/published-models.ts'
import { createAccountFeeds } from './account-feed.ts'
import { createEventStream, encodeEvent, encodeText } from './event-stream.ts'
import { createRevocationWatcher } from './revocation-watcher.ts'
import { acquireStream } from './stream-room.ts'

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'transfer-encoding': 'chunked',
  'x-accel-buffering': 'no',
}

/**
 * Browsers reconnect after this time, in ms, randomised so that thousands do not come at once.
 */
const retryAfter = () => 1_000 + Math.round(Math.random() * 2_000)

/** When this process stops, another one serves already: browsers reconnect sooner, in ms. */
const restartRetryAfter = () => 200 + Math.round(Math.random() * 800)

/**
 * `GET /api/events`: every change of the account's generations and balance, as complete states
 * (core/events/contract.ts). After a break the browser sends `Last-Event-ID`, and what changed since is
 * sent again, or `refetch` where that is too much. The stream ends with an event when its session
 * or key is revoked.
 */
export function eventRoutes(options: ApiOptions) {
  const { context, hub, closing } = options
  const feeds = createAccountFeeds({ context, hub })
  const watchers = createRevocationWatcher({
    findRevoked: (marks) => findRevoked(context, marks),
    onError: (error) => context.log.warn({ err: error }, 'revoked credentials were not looked up'),
  })
  hub.onRevocation((accountId) => void watchers.check(accountId))
  // Addresses may have been blocked.
  context.settings.onChange(() => void watchers.check(null))

  return new Hono<Env>().get('/api/events', signedIn, (c) => {
    const account = c.get('account')
    const mark = markOf(requireCredential(c.get('credential')))
    // A HEAD has no body that could end: it does not count as a stream.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })

    const since = readLastEventId(c.req.header('last-event-id'))
    const leaveRoom = acquireStream(account.id, 'events')
    const closers = [leaveRoom]
    const stream = createEventStream({
      onClose: () => {
        for (const close of closers.splice(0)) close()
      },
      disconnect: disconnectOf(c),
    })
    const ready = encodeEvent('ready', {}, since ?? hub.receivedUntil())
    stream.write(encodeText(`retry: ${retryAfter()}\n${ready}`))

    const subscriber = { reader: readerOf(c, account), since, write: stream.write }
    closers.push(feeds.subscribe(account.id, subscriber))
    closers.push(
      watchers.watch({ accountId: account.id, mark }, () => {
        stream.write(encodeText(encodeEvent('signed-out', {})))
        stream.end()
      }),
    )
    closers.push(
      onModelsChange((revision) => stream.write(encodeText(encodeEvent('models', { revision })))),
    )
    closers.push(
      context.settings.onChange(() => {
        const { mark: current } = context.settings.current()
        stream.write(encodeText(encodeEvent('settings', { mark: current })))
      }),
    )
    const endForRestart = () => {
      stream.write(encodeText(`retry: ${restartRetryAfter()}\n\n`))
      stream.end()
    }
    closing.addEventListener('abort', endForRestart, { once: true })
    closers.push(() => closing.removeEventListener('abort', endForRestart))
    if (closing.aborted) endForRestart()
    return c.body(stream.body, 200, streamHeaders)
  })
}

/** Returns a function that breaks the connection; `undefined` where there is none. */
function disconnectOf(c: RequestContext): (() => void) | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
  return outgoing && (() => void (outgoing.writableFinished || outgoing.destroy()))
}

function requireCredential(credential: Credential | null): Credential {
  if (!credential) throw new HttpError('unauthorized')
  return credential
}

/** The time of an event this server sent, in ms since 1970; `null` for any other value. */
function readLastEventId(header: string | undefined): number | null {
  return header && /^\d{1,15}$/.test(header) ? Number(header) : null
}
