import { randomUUID } from 'node:crypto'
import type { Job, Webhook, WebhookAttempt, WebhookKind } from './jobs/job.ts'
import type { JobStore } from './jobs/job-store.ts'
import { type Cancellable, pause, postSigned, type SigningKeys } from './post-signed.ts'
import { eventBody, isGenuine, type PlannedWebhook, planWebhooks } from './webhook-event.ts'

export type WebhookTiming = {
  /** The pause before the first retry, in ms; each further one is twice as long. */
  retryPause: number
  /** How much later the fault `webhook-late` sends, in ms. */
  lateness: number
  /** How long the first attempt may take, in ms. */
  firstTimeout: number
}

/** Ten retries within two hours (docs/providers/fal.md#webhook-retries). */
export const usualTiming: WebhookTiming = {
  retryPause: 5_000,
  lateness: 30_000,
  firstTimeout: 15_000,
}
const retries = 10
const laterTimeout = 120_000

type Options = {
  store: JobStore
  keys: SigningKeys
  userId: string
  timing: WebhookTiming
  /** The emulator's own address, once it listens. */
  address: Promise<string>
  log(line: object): void
}

/** Sends the webhooks of finished jobs. Failed ones are sent again, also after a restart. */
export class WebhookSender {
  readonly #options: Options
  readonly #underWay = new Set<Cancellable<unknown>>()
  readonly #sending = new Set<Promise<void>>()
  readonly #firstAttempts = new Map<string, () => void>()
  #stopped = false

  constructor(options: Options) {
    this.#options = options
    for (const job of options.store.jobs) if (job.outcome) this.notify(job)
  }

  /** Sends, without waiting, what is still to be sent about a finished job. */
  notify(job: Job): void {
    if (!job.webhook || job.webhook.settled) return
    const sending = this.#notify(job, job.webhook)
      .catch((error) => this.#report(job, error))
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  /**
   * Resolves after the first attempt to send the webhook of a job, or when the sender stops. Call
   * it before the job is accepted.
   */
  firstAttempt(jobId: string): Promise<void> {
    return new Promise((resolve) => this.#firstAttempts.set(jobId, resolve))
  }

  /** Stops sending; webhooks that did not arrive stay unsettled. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const { cancel } of this.#underWay) cancel()
    for (const resolve of this.#firstAttempts.values()) resolve()
    await Promise.all(this.#sending)
  }

  async #notify(job: Job, webhook: Webhook): Promise<void> {
    await Promise.all(planWebhooks(job).map((planned) => this.#deliver(job, webhook, planned)))
    webhook.settled = true
    await this.#options.store.save(job)
    this.#reportFirstAttempt(job)
  }

  async #deliver(job: Job, webhook: Webhook, { kind, late }: PlannedWebhook): Promise<void> {
    const { timing, store, log } = this.#options
    if (late) await this.#ended(pause((job.finishedAt ?? 0) + timing.lateness - Date.now()))

    const earlier = webhook.attempts.filter((attempt) => attempt.kind === kind)
    if (earlier.some(hasArrived)) return
    const content = await this.#contentOf(job, kind)
    for (let number = earlier.length; number <= retries; number++) {
      if (number > 0) await this.#ended(pause(timing.retryPause * 2 ** (number - 1)))
      const at = Date.now()
      const timeout = number === 0 ? timing.firstTimeout : laterTimeout
      const status = await this.#ended(postSigned({ ...content, url: webhook.url, timeout }))

      const attempt = { at, kind, status }
      webhook.attempts.push(attempt)
      log({ event: 'webhook-sent', job: job.id, ...attempt })
      this.#reportFirstAttempt(job)
      if (hasArrived(attempt) || isRedirect(attempt) || !isGenuine(kind)) return
      await store.save(job)
    }
  }

  /** Waits for its end. Throws when the sender was stopped, because the outcome is then unknown. */
  async #ended<Value>(task: Cancellable<Value>): Promise<Value> {
    this.#underWay.add(task)
    if (this.#stopped) task.cancel()
    const value = await task.done
    this.#underWay.delete(task)
    if (this.#stopped) throw new Error('The emulator stopped')
    return value
  }

  async #contentOf(job: Job, kind: WebhookKind) {
    const { keys, userId, address } = this.#options
    const requestId = kind === 'other-job' ? (job.previousId ?? randomUUID()) : job.id
    return {
      requestId,
      body: eventBody(job, requestId, await address),
      userId: kind === 'foreign-user' ? `not-${userId}` : userId,
      key: kind === 'foreign-key' ? keys.foreign : keys.own,
      forged: kind === 'forged',
    }
  }

  #report(job: Job, error: unknown): void {
    if (this.#stopped) return
    this.#options.log({ event: 'webhook-broke', job: job.id, error: String(error) })
  }

  #reportFirstAttempt(job: Job): void {
    this.#firstAttempts.get(job.id)?.()
    this.#firstAttempts.delete(job.id)
  }
}

function hasArrived({ status }: WebhookAttempt): boolean {
  return status !== null && status >= 200 && status < 300
}

/** A redirect is never followed, and never tried again. */
function isRedirect({ status }: WebhookAttempt): boolean {
  return status !== null && status >= 300 && status < 400
}
