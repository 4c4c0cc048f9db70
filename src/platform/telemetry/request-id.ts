import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** A generation whose step runs, and its account. */
export type RunningStep = { id: string; accountId: string }

const steps = new AsyncLocalStorage<RunningStep>()

/** The generation that this code runs a step of; `undefined` outside of a worker's steps. */
export function currentStep(): RunningStep | undefined {
  return steps.getStore()
}

/** Runs a step so that `currentStep` names its generation. */
export function withStep<Result>(step: RunningStep, run: () => Result): Result {
  return steps.run(step, run)
}

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
