import { promises as timers } from 'node:timers'
import { cancelledByClient, internalError } from '../faults/error-bodies.ts'
import { type Job, type Outcome, stateOf } from './job.ts'
import type { JobStore, Tally } from './job-store.ts'

export type CancelAnswer = 'OK' | 'CANCELLATION_REQUESTED' | 'ALREADY_COMPLETED'

type Work = {
  store: JobStore
  make(job: Job): Promise<Outcome>
  log(line: object): void
}

const atOnce = 2

/** First come, first served, two at a time. Every change is on disk before anybody hears of it. */
export class JobQueue {
  readonly #work: Work
  readonly #jobs: Map<string, Job>
  readonly #running = new Map<Job, { stop: AbortController; end: Promise<void> }>()
  #waiting: Job[]
  #lastNumber: number
  #stopped = false

  /** Takes up where the store left off: jobs that were running go on first. */
  constructor(work: Work) {
    this.#work = work
    this.#jobs = new Map(work.store.jobs.map((job) => [job.id, job]))
    const open = work.store.jobs.filter(({ outcome }) => !outcome)
    this.#waiting = [...open].sort((one, other) => Number(!one.startedAt) - Number(!other.startedAt))
    this.#lastNumber = work.store.jobs.at(-1)?.number ?? 0
    this.#startWaiting()
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id)
  }

  /** The job is on disk, and in the queue, when this returns. */
  async accept(submission: Omit<Job, 'number'>): Promise<Job> {
    const job = { ...submission, number: ++this.#lastNumber }
    await this.#work.store.save(job)
    this.#jobs.set(job.id, job)
    this.#waiting.push(job)
    this.#work.log({ event: 'job-accepted', job: job.id, endpoint: job.endpoint, faults: job.faults })
    this.#startWaiting()
    return job
  }

  /** How many jobs wait before this one; 0 is next. */
  positionOf(job: Job): number {
    return Math.max(0, this.#waiting.indexOf(job))
  }

  async cancel(job: Job): Promise<CancelAnswer> {
    if (this.#waiting.includes(job)) {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== job)
      await this.#finish(job, cancelledByClient)
      return 'OK'
    }
    const run = this.#running.get(job)
    if (!run) return 'ALREADY_COMPLETED'
    run.stop.abort()
    return 'CANCELLATION_REQUESTED'
  }

  /** Counts since the beginning of the data. */
  counts(): Tally & { running: number; queued: number } {
    const { submitted, completed } = this.#work.store.forgotten
    const finished = [...this.#jobs.values()].filter((job) => stateOf(job) === 'COMPLETED')
    return {
      submitted: submitted + this.#jobs.size,
      completed: completed + finished.length,
      running: this.#running.size,
      queued: this.#waiting.length,
    }
  }

  /** Leaves everything as it is on disk; what was running goes on at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    const runs = [...this.#running.values()]
    for (const { stop } of runs) stop.abort()
    await Promise.all(runs.map(({ end }) => end))
  }

  #startWaiting(): void {
    while (!this.#stopped && this.#running.size < atOnce) {
      const job = this.#waiting.shift()
      if (!job) return
      const stop = new AbortController()
      this.#running.set(job, { stop, end: this.#run(job, stop.signal) })
    }
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    job.startedAt ??= Date.now()
    const outcome = await this.#outcomeOf(job, signal)
    if (outcome && !this.#stopped) await this.#finish(job, outcome)
    this.#running.delete(job)
    this.#startWaiting()
  }

  async #outcomeOf(job: Job, signal: AbortSignal): Promise<Outcome | undefined> {
    const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    try {
      await this.#work.store.save(job)
      const outcome = await Promise.race([this.#work.make(job), stopped])
      const left = (job.startedAt ?? 0) + job.durationMs - Date.now()
      await timers.setTimeout(Math.max(0, left), undefined, { signal })
      return outcome
    } catch (error) {
      if (signal.aborted) return cancelledByClient
      this.#work.log({ event: 'job-broke', job: job.id, error: String(error) })
      return internalError
    }
  }

  async #finish(job: Job, outcome: Outcome): Promise<void> {
    const finishedAt = Date.now()
    await this.#work.store.save({ ...job, outcome, finishedAt }).catch((error) => {
      this.#work.log({ event: 'job-not-saved', job: job.id, error: String(error) })
    })
    job.outcome = outcome
    job.finishedAt = finishedAt
    this.#work.log({ event: 'job-finished', job: job.id, status: outcome.httpStatus, ms: finishedAt - job.acceptedAt })
  }
}
