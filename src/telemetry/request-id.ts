import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/**
 * The id of the HTTP request that this code runs for: while it is answered, and later in the steps
 * of a generation that it started. `undefined` elsewhere.
 */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

/** Runs a function so that all it logs carries the request's id; `null`: none. */
export function withRequestId<Result>(id: string | null, run: () => Result): Result {
  return requestIds.run(id ?? undefined, run)
}
