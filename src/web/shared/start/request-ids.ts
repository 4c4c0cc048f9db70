import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

/**
 * The idempotency keys of this tab's start requests. A request keeps its key until the server has
 * answered that the generation exists, so a double click, a lost answer and a reload never charge
 * twice; the next press gets a new key. An event about the generation does not release the key: a
 * user who was asked to press again must not pay twice.
 */
export type RequestIds = {
  /** The key to send with this request; `undefined` while the same one is running. */
  begin(request: string): string | undefined
  /**
   * The request was answered. `started`: the generation exists, and the next request means another
   * one.
   */
  end(request: string, started: boolean): void
}

const key = 'atelier.requests'

/** Unanswered keys are stored in this tab, by request. */
export function requestIds(newId: () => string = randomId): RequestIds {
  const underWay = new Set<string>()
  const unanswered = new Map(
    Object.entries((readStored('sessionStorage', key) ?? {}) as Record<string, string>),
  )
  const keep = () =>
    writeStored(
      'sessionStorage',
      key,
      unanswered.size === 0 ? undefined : Object.fromEntries(unanswered),
    )

  return {
    begin(request) {
      if (underWay.has(request)) return undefined
      const id = unanswered.get(request) ?? newId()
      underWay.add(request)
      unanswered.set(request, id)
      keep()
      return id
    },
    end(request, started) {
      underWay.delete(request)
      if (started) unanswered.delete(request)
      keep()
    },
  }
}

/** A random id. Pages served without https have no `randomUUID`. */
function randomId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  return [...(crypto as Crypto).getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
