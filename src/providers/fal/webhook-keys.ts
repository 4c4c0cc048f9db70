import type { JsonWebKey } from 'node:crypto'
import { isSuccess, readText, send } from '../http/send.ts'

/** The provider's public keys. `since`: when they were fetched, in ms. */
export type KeySet = { keys: JsonWebKey[]; since: number }

export type WebhookKeys = {
  /** Returns the known keys; fetches them when there are none or they are a day old. */
  current(): Promise<KeySet>
  /** Returns newer keys than `set`; the same when they were fetched a moment ago. */
  newerThan(set: KeySet): Promise<KeySet>
}

const day = 24 * 60 * 60_000
/** Forged webhooks must not make us fetch the keys all the time. */
const refetchPause = 60_000
const timeout = 5_000

/**
 * Fetches the key set from `url` and caches it, at most a day
 * (docs/providers/fal.md#webhook-signature). Rejects when it cannot be fetched.
 */
export function createWebhookKeys(url: string, now: () => number = Date.now): WebhookKeys {
  let known: KeySet | null = null
  let fetching: Promise<KeySet> | null = null

  const fetchOnce = () => {
    fetching ??= fetchKeys(url, now()).finally(() => {
      fetching = null
    })
    return fetching.then((set) => (known = set))
  }
  return {
    current: async () => (known && now() - known.since < day ? known : fetchOnce()),
    newerThan: async (set) => {
      if (known && known.since > set.since) return known
      return now() - set.since < refetchPause ? set : fetchOnce()
    },
  }
}

/**
 * The largest key set that is read, in bytes, and how many of its keys are tried per webhook.
 */
const maxBytes = 1024 ** 2
const maxKeys = 16

async function fetchKeys(url: string, since: number): Promise<KeySet> {
  const answer = await send(url, {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(timeout),
  })
  const text = await readText(answer, maxBytes)
  if (!isSuccess(answer)) throw new Error(`The provider's key set answered ${answer.statusCode}`)
  const { keys } = (JSON.parse(text) ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new Error("The provider's key set is not a key set")
  return { keys: keys.filter(isUsable).slice(0, maxKeys), since }
}

function isUsable(key: unknown): key is JsonWebKey {
  const { kty, crv } = (key ?? {}) as JsonWebKey
  return kty === 'OKP' && crv === 'Ed25519'
}
