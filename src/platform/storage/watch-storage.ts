import {
  NotStored,
  type Storage,
  type StorageCall,
  type StorageOperation,
  StorageUnavailable,
  TooLarge,
} from './storage.ts'

/**
 * Wraps a storage: its failures become `StorageUnavailable` (a write whose `body` fails throws the
 * body's error), and every call is reported with the store's own time and errors, without those of
 * the sender.
 */
export function watchStorage(storage: Storage, onCall: (call: StorageCall) => void): Storage {
  async function watch<Answer>(
    operation: StorageOperation,
    run: () => Promise<Answer>,
  ): Promise<Answer> {
    const begun = performance.now()
    const report = (error: Error | null) =>
      onCall({ operation, ms: performance.now() - begun, begun, bytes: 0, error })
    try {
      const answer = await run()
      report(null)
      return answer
    } catch (error) {
      if (error instanceof NotStored) throw error
      const failure = unavailable(error)
      report(failure)
      throw failure
    }
  }

  return {
    ...storage,
    read: (key, range) => watch('read', () => storage.read(key, range)),
    size: (key) => watch('size', () => storage.size(key)),
    delete: (key) => watch('delete', () => storage.delete(key)),
    async write(key, body, options) {
      const begun = performance.now()
      const source = trackSource(body)
      const report = (bytes: number, error: Error | null) =>
        onCall({
          operation: 'write',
          ms: performance.now() - begun - source.waitedMs(),
          begun,
          bytes,
          error,
        })
      try {
        const stored = await storage.write(key, source.body, options)
        report(stored.bytes, null)
        return stored
      } catch (error) {
        if (error instanceof TooLarge) throw error
        const failed = source.failure()
        if (failed) throw failed.error
        const failure = unavailable(error)
        report(0, failure)
        throw failure
      }
    },
  }
}

function unavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error
  return new StorageUnavailable(`Storage failed: ${String(error)}`, { cause: error })
}

/** Passes bytes on, and measures the wait for them and whether their source failed. */
function trackSource(body: AsyncIterable<Uint8Array>) {
  let waited = 0
  let failure: { error: unknown } | null = null

  async function* track(): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]()
    try {
      for (;;) {
        const since = performance.now()
        const next = await iterator.next().catch((error: unknown) => {
          failure = { error }
          throw error
        })
        waited += performance.now() - since
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return {
    body: track(),
    waitedMs: () => waited,
    failure: (): { error: unknown } | null => failure,
  }
}
