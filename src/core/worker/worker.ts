import { randomUUID } from 'node:crypto'
import {
  claimDueGenerations,
  type RunStepParts,
  runStep,
} from '#core/generations/steps/run-step.ts'
import type { Reservation } from '#core/jobs/local-worker.ts'
import type { Parts } from '#core/parts.ts'
import { withRequestId, withStep } from '#platform/telemetry/request-id.ts'

type Claimed = Parameters<typeof runStep>[1]

export type Worker = {
  /** A generation may be due: query now. */
  nudge(): void
  /** Claims nothing more and waits for running steps. */
  stop(): Promise<void>
}

/** A nudge can be lost; the worker queries at this interval by itself, in ms. */
const queryInterval = 1_000
const batch = 16

type StartWorkerParts = RunStepParts & Parts<'localWorker'>

/**
 * Claims due generations, or receives them claimed, and runs their steps, at most `concurrency` at
 * once.
 */
export function startWorker(context: StartWorkerParts, { concurrency = 128 } = {}): Worker {
  const running = new Set<Promise<void>>()
  let stopped = false
  let nudged = false
  /** Others are due already and wait for capacity. */
  let isFull = false
  /** More may be due than was claimed: the worker queries again when a step ends. */
  let queriesAfterStep = false
  let wake: () => void = () => undefined

  const nudge = () => {
    nudged = true
    wake()
  }
  const later = lookLater(nudge)

  function pause(): Promise<void> {
    if (nudged || stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, queryInterval)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      nudged = false
      const limit = Math.max(0, Math.min(batch, concurrency - running.size))
      const storing = Math.min(limit, context.storing.free())
      const claimed = limit > 0 ? await claimSafely({ limit, storing }) : []
      const stores = claimed.filter(({ step }) => step === 'store')
      for (const row of claimed) track(row.step === 'store' ? store(row) : run(row))
      // A full batch: more are due. No capacity: the step that finishes next queries again.
      isFull = claimed.length - stores.length === limit
      const storesAreFull = stores.length === storing
      queriesAfterStep = isFull || storesAreFull
      const isCertain = limit > 0 && (isFull || (storing > 0 && storesAreFull))
      if (!isCertain) await pause()
    }
    await Promise.all(running)
  }

  async function claimSafely(limits: { limit: number; storing: number }) {
    try {
      return await claimDueGenerations(context, limits)
    } catch (error) {
      context.log.error({ err: error }, 'claiming due generations failed')
      return []
    }
  }

  /** Runs a step that occupies a slot of the storing limiter. */
  function store(row: Claimed): Promise<void> {
    context.storing.enter()
    return run(row).finally(context.storing.leave)
  }

  function run(row: Claimed): Promise<void> {
    const step = { id: row.id, accountId: row.account_id }
    return withRequestId(row.http_request_id, () => withStep(step, () => runAndSchedule(row)))
  }

  async function runAndSchedule(row: Claimed): Promise<void> {
    try {
      const delay = await runStep(context, row)
      if (delay !== null) later(delay)
    } catch (error) {
      // The row stays leased and is resumed when the lease ends.
      context.log.error({ generation: row.id, step: row.step, err: error }, 'step runner failed')
    }
  }

  function track(task: Promise<void>) {
    running.add(task)
    void task.finally(() => {
      running.delete(task)
      if (queriesAfterStep) nudge()
    })
  }

  /** Reserves capacity, unless due rows are waiting for it already. */
  function reserve(): Reservation | null {
    if (stopped || isFull || running.size >= concurrency) return null
    const { promise, resolve: use } = Promise.withResolvers<Claimed | null>()
    track(promise.then((row) => (row ? run(row) : undefined)))
    return { token: randomUUID(), use }
  }

  const finished = loop()
  context.localWorker.offer(reserve)
  return {
    nudge,
    stop: async () => {
      stopped = true
      wake()
      await finished
    },
  }
}

/** Pauses end together at multiples of this, in ms: one query finds all that became due. */
const grid = 50

/**
 * Queries after a pause in ms, rounded up, once for all whose pauses end together: each query is a
 * statement, and polled jobs become due one by one. Without a pause at once.
 */
export function lookLater(look: () => void): (pause: number) => void {
  const planned = new Set<number>()
  return (pause) => {
    if (pause <= 0) return look()
    const now = Date.now()
    const moment = Math.ceil((now + pause) / grid) * grid
    if (planned.has(moment)) return
    planned.add(moment)
    setTimeout(() => {
      planned.delete(moment)
      look()
    }, moment - now).unref()
  }
}
