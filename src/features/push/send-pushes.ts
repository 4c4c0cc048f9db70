import { retryUntilDone } from '#core/jobs/background.ts'
import { requestForeign } from '#core/media/uploads/request-foreign.ts'
import type { Parts } from '#core/parts.ts'
import { fallbackLanguage, parseLanguage } from '#platform/languages/languages.ts'
import { authorizePush, encryptPush, type StudioKey } from './encrypt-push.ts'
import { studioKey } from './manage-subscriptions.ts'
import {
  type ClaimedPush,
  claimPushes,
  deleteEndedSubscriptions,
  deleteSubscription,
  endPush,
  type PushFacts,
  postponePush,
  readPush,
} from './queries.ts'
import {
  maxPushAttempts,
  pushAnswerTime,
  pushKeepSeconds,
  pushLease,
  pushRetryDelay,
} from './rules.ts'
import { writePush } from './write-push.ts'

/** How many messages one run claims at a time, and how often. */
const batch = 32
const maxBatches = 20

/**
 * Sends the messages that are due to the push services of browsers. A process that dies after one
 * took it sends it again; the browser shows both as one.
 */
export async function sendDuePushes(context: SendPushParts): Promise<void> {
  for (let count = 0; count < maxBatches; count++) {
    if (context.background.signal.aborted) return
    const claimed = await claimPushes(context.database, { lease: pushLease, limit: batch })
    if (claimed.length === 0) return
    const key = await studioKey(context)
    await Promise.all(claimed.map((push) => sendPush(context, push, key)))
  }
}

type SendPushParts = Parts<'background' | 'database' | 'foreignFiles' | 'log' | 'now' | 'url'>

async function sendPush(context: SendPushParts, push: ClaimedPush, key: StudioKey): Promise<void> {
  const { database, log } = context
  const facts = await readPush(database, push)
  const end = () => retryUntilDone(context, () => endPush(database, push))
  if (!facts) return end()
  const fields = { account: push.account_id, generation: push.generation_id }
  let reason: string | number
  try {
    const status = await post(context, facts, push, key)
    if (status >= 200 && status < 300) {
      log.info(fields, 'push sent')
      return await end()
    }
    if (status === 404 || status === 410) {
      await deleteSubscription(database, facts)
      log.info({ ...fields, status }, 'push subscription ended')
      return await end()
    }
    reason = status
  } catch (error) {
    reason = String((error as Error).message)
  }
  const isTemporary = typeof reason === 'string' || reason === 429 || reason >= 500
  const isOver = !isTemporary || push.attempts >= maxPushAttempts
  log.warn({ ...fields, attempt: push.attempts, reason, isOver }, 'push not sent')
  if (isOver) await end()
  else await postponePush(database, push, pushRetryDelay(push.attempts))
}

/** Sends the message; returns the status of the answer, whose body is not read. */
async function post(
  context: Parts<'background' | 'foreignFiles' | 'now' | 'url'>,
  facts: PushFacts,
  push: ClaimedPush,
  key: StudioKey,
): Promise<number> {
  const { endpoint, public_key: publicKey, auth_secret: authSecret } = facts
  const language = parseLanguage(facts.language) ?? fallbackLanguage
  const text = JSON.stringify(writePush({ ...facts, id: push.generation_id }, language))
  const body = encryptPush(text, { publicKey, authSecret })
  const answer = await requestForeign(new URL(endpoint), context.foreignFiles ?? {}, {
    headers: {
      authorization: authorizePush(endpoint, key, { contact: context.url, now: context.now() }),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': String(body.length),
      ttl: String(pushKeepSeconds),
      // A message about the same job replaces one that the browser has not received yet.
      topic: push.generation_id.replaceAll('-', ''),
    },
    body,
    signal: AbortSignal.any([AbortSignal.timeout(pushAnswerTime), context.background.signal]),
  })
  answer.destroy()
  return answer.statusCode ?? 0
}

/** Deletes the subscriptions of browsers that were signed out. */
export async function deleteOldSubscriptions({ database }: Parts<'database'>): Promise<void> {
  await deleteEndedSubscriptions(database)
}
