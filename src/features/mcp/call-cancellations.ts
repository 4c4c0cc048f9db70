import { v5 as uuid } from 'uuid'
import type { Hub } from '#core/events/hub.ts'
import type { Parts } from '#core/parts.ts'

/** A call of a tool: the same request id of another key is another call. */
export type CallKey = { accountId: string; keyId: string; requestId: string | number }

/** Makes ids of calls, which no generation has. */
const namespace = 'b4a5ee3e-3c0f-4a86-9d5b-6b6c6f0a8f57'

function callId({ keyId, requestId }: CallKey): string {
  return uuid(JSON.stringify([keyId, requestId]), namespace)
}

/**
 * Ends the waiting of a call, in whichever process it waits: announced like a change, with an id that
 * no generation has. The generation goes on. An unknown call is ignored.
 */
export function cancelCall({ changes }: Parts<'changes'>, call: CallKey): void {
  changes.publish({ accountId: call.accountId, generationId: callId(call) })
}

/** Watches for the cancellation of a call; `end` stops the watching. */
export function watchCancellation(
  hub: Pick<Hub, 'subscribe'>,
  call: CallKey,
): { signal: AbortSignal; end: () => void } {
  const cancelled = new AbortController()
  const id = callId(call)
  const end = hub.subscribe(call.accountId, (ids) => {
    if (ids?.includes(id)) cancelled.abort()
  })
  return { signal: cancelled.signal, end }
}
