import { promises as timers } from 'node:timers'
import { cancelledByClient, internalError } from '../errors.ts'
import type { Job, JobOutcome } from './job.ts'
import type { JobStore, Tally } from './job-store.ts'
import { WaitingLine } from './waiting-line.ts'

export type CancelAnswer = 'OK' | 'CANCELLATION_REQUESTED' | 'ALREADY_COMPLETED'

type JobQueueOptions = {
  store: JobStore
  /** The maximum number of running jobs, for each endpoint. */
  concurrency: number
  make(job: Job): Promise<JobOutcome>
  /**
   * Called once the outcome of a job was saved, but not when it left the queue before its start.
   */
  finished(job: Job): void
  log(line: object): void
}

/** The jobs of one endpoint: those that wait, and how many run and count towards the limit. */
type EndpointQueue = { waiting: WaitingLine<Job>; running: number }

/**
 * First come, first served, several at a time for each endpoint, so that an image never waits for
 * videos. Every change is saved before it is reported.
 */
export class JobQueue {
  readonly #options: JobQueueOptions
  readonly #jobs: Map<string, Job>
  readonly #running = new Map<Job, { stop: AbortController; end: Promise<void> }>()
  readonly #queues = new Map<string, EndpointQueue>()
  #lastNumber: number
  #lastId: string | undefined
  #completed: number
  #stopped = false

  /** Resumes the stored jobs: those that were running start first. */
  constructor(options: JobQueueOptions) {
    this.#options = options
    const { jobs } = options.store
    this.#jobs = new Map(jobs.map((job) => [job.id, job]))
    this.#lastNumber = jobs.at(-1)?.number ?? 0
    this.#lastId = jobs.at(-1)?.id
    this.#completed = jobs.filter(({ outcome }) => outcome).length
    const open = jobs.filter(({ outcome }) => !outcome)
    const started = [...open].sort(
      (one, other) => Number(!one.startedAt) - Number(!other.startedAt),
    )
    for (const job of started) this.#enqueue(job)
    for (const queue of this.#queues.values()) this.#startWaiting(queue)
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id)
  }

  /** All jobs, oldest first. */
  all(): Iterable<Job> {
    return this.#jobs.values()
  }

  /** The job is saved, and in the queue, when this returns. */
  async accept(submission: Omit<Job, 'number' | 'previousId'>): Promise<Job> {
    const previous = this.#lastId === undefined ? {} : { previousId: this.#lastId }
    const job: Job = { ...submission, number: ++this.#lastNumber, ...previous }
    this.#lastId = job.id
    await this.#options.store.save(job)
    this.#jobs.set(job.id, job)
    this.#options.log({
      event: 'job-accepted',
      job: job.id,
      endpoint: job.endpoint,
      faults: job.faults,
    })
    this.#enqueue(job)
    this.#startWaiting(this.#queueOf(job.endpoint))
    return job
  }

  /** How many jobs wait before this one; 0 is next. */
  positionOf(job: Job): number {
    return this.#queueOf(job.endpoint).waiting.positionOf(job)
  }

  /** How many jobs of an endpoint wait. */
  lengthOf(endpoint: string): number {
    return this.#queueOf(endpoint).waiting.size
  }

  async cancel(job: Job): Promise<CancelAnswer> {
    if (this.#queueOf(job.endpoint).waiting.remove(job)) {
      if (job.webhook) job.webhook.settled = true
      await this.#finish(job, cancelledByClient)
      return 'OK'
    }
    const run = this.#running.get(job)
    if (!run) return 'ALREADY_COMPLETED'
    if (!job.faults.includes('ignore-cancel')) run.stop.abort()
    return 'CANCELLATION_REQUESTED'
  }

  /** Counts since the data directory was created. */
  counts(): Tally & { running: number; queued: number } {
    const { submitted, completed } = this.#options.store.forgotten
    return {
      submitted: submitted + this.#jobs.size,
      completed: completed + this.#completed,
      running: this.#running.size,
      queued: [...this.#queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    }
  }

  /** Leaves everything as it is; running jobs resume at the next start, if they were saved. */
  async stop(): Promise<void> {
    this.#stopped = true
    const runs = [...this.#running.values()]
    for (const { stop } of runs) stop.abort()
    await Promise.all(runs.map(({ end }) => end))
  }

  #enqueue(job: Job): void {
    if (isExempt(job)) this.#start(job)
    else this.#queueOf(job.endpoint).waiting.add(job)
  }

  #queueOf(endpoint: string): EndpointQueue {
    const queue = this.#queues.get(endpoint) ?? { waiting: new WaitingLine(), running: 0 }
    this.#queues.set(endpoint, queue)
    return queue
  }

  #startWaiting(queue: EndpointQueue): void {
    while (!this.#stopped && queue.running < this.#options.concurrency) {
      const job = queue.waiting.take()
      if (!job) return
      queue.running++
      this.#start(job)
    }
  }

  #start(job: Job): void {
    const stop = new AbortController()
    this.#running.set(job, { stop, end: this.#run(job, stop.signal) })
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    job.startedAt ??= Date.now()
    const outcome = await this.#outcomeOf(job, signal)
    if (outcome && !this.#stopped) {
      await this.#finish(job, outcome)
      this.#options.finished(job)
    }
    this.#running.delete(job)
    const queue = this.#queueOf(job.endpoint)
    if (!isExempt(job)) queue.running--
    this.#startWaiting(queue)
  }

  async #outcomeOf(job: Job, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const stopped = new Promise<undefined>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined)),
    )
    try {
      await this.#options.store.save(job)
      const outcome = await Promise.race([this.#options.make(job), stopped])
      const left = (job.startedAt ?? 0) + job.durationMs - Date.now()
      await timers.setTimeout(Math.max(0, left), undefined, { signal })
      return outcome
    } catch (error) {
      if (signal.aborted) return cancelledByClient
      this.#options.log({ event: 'job-broke', job: job.id, error: String(error) })
      return internalError
    }
  }

  async #finish(job: Job, outcome: JobOutcome): Promise<void> {
    const finishedAt = Date.now()
    await this.#options.store.save({ ...job, outcome, finishedAt }).catch((error) => {
      this.#options.log({ event: 'job-not-saved', job: job.id, error: String(error) })
    })
    job.outcome = outcome
    job.finishedAt = finishedAt
    this.#completed++
    this.#options.log({
      event: 'job-finished',
      job: job.id,
      status: outcome.httpStatus,
      ms: finishedAt - job.acceptedAt,
    })
  }
}

/** Neither a job that has to be first nor one that never ends may block the others. */
function isExempt({ faults }: Job): boolean {
  return faults.includes('webhook-early') || faults.includes('stuck')
}
