/**
 * A job at a provider: enough to find it again, also after a restart. Stored with the generation as
 * it is.
 */
export type JobReference = { endpoint: string; requestId: string; urls: Record<string, string> }

/** A line that the model printed while it worked. */
export type JobLog = { message: string; level: string; source: string; timestamp: string }

/** `logs`: what was printed so far, if the provider tells. */
export type JobState = { logs: JobLog[] } & (
  | /** `position`: how many wait before it, from 0. */ { state: 'queued'; position: number | null }
  | /** `progress` in percent. */ { state: 'running'; progress: number | null }
  | /** Nothing more will happen; the result says how it ended. `runMs`: how long it was worked on, if the provider tells. */ {
      state: 'finished'
      runMs: number | null
    }
)

/**
 * A result file that is still at the provider. `flagged`: its safety check replaced the content.
 */
export type Asset = {
  medium: 'image' | 'video' | 'audio'
  url: string
  width: number | null
  height: number | null
  flagged: boolean
}

/**
 * `text`: the answer of a model that writes. `prompt`: what the provider says it worked on, if it
 * says.
 */
export type Output = {
  assets: Asset[]
  text: string | null
  seed: string | null
  prompt: string | null
}

export type ProviderErrorCode =
  | 'invalid_input'
  | 'content_policy'
  | 'input_unreachable'
  | 'provider_locked'
  | 'provider_funds'
  | 'provider_auth'
  | 'rate_limited'
  | 'timeout'
  | 'cancelled'
  | 'not_found'
  | 'not_finished'
  | 'too_large'
  | 'unavailable'
  | 'unknown'

/**
 * What went wrong at or on the way to a provider. `delivery` matters for a submit: was the request
 * surely not taken (`refused`), or can nobody know (`unknown`)? `retryable`: the same call may
 * succeed later.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: ProviderErrorCode
  readonly delivery: 'refused' | 'unknown'
  readonly retryable: boolean
  readonly httpStatus: number | null
  /**
   * What the provider itself said, for the person whose job it is; `null` where it gave no reason.
   */
  readonly words: string | null

  constructor(
    code: ProviderErrorCode,
    message: string,
    details: {
      delivery: 'refused' | 'unknown'
      retryable: boolean
      httpStatus?: number | null
      words?: string | null
    },
  ) {
    super(message)
    this.code = code
    this.delivery = details.delivery
    this.retryable = details.retryable
    this.httpStatus = details.httpStatus ?? null
    this.words = details.words === undefined ? message : details.words
  }
}

/**
 * How much of a file is taken, and how long it is waited for: `idleTime` for its next piece, `time`
 * in all, in ms.
 */
export type DownloadLimits = {
  maxBytes: number
  idleTime: number
  time: number
  signal?: AbortSignal | undefined
}

/** A file for the provider to work from. `bytes`: its size; `open` may be called again. */
export type InputFile = {
  contentType: string
  bytes: number
  fileName: string
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Somebody who makes media. Every method throws `ProviderError`, and gives up by itself after some
 * time.
 */
export type Provider = {
  /**
   * Hands a job over. Never repeats itself: only the caller knows whether it may. `webhookUrl`
   * hears of its end; a job that has not begun after `startWithin` ms is not begun any more.
   */
  submit(
    endpoint: string,
    input: Record<string, unknown>,
    options?: { webhookUrl?: string; startWithin?: number },
  ): Promise<{ job: JobReference; state: JobState }>
  status(job: JobReference): Promise<JobState>
  /** The output of a finished job; a job that failed throws. */
  result(job: JobReference): Promise<Output>
  /** `removed`: it will not run. `requested`: it may still finish. */
  cancel(job: JobReference): Promise<'removed' | 'requested' | 'too_late' | 'not_found'>
  /** Opens a result file, from allowed hosts only. The stream fails beyond the limits. */
  download(url: string, limits: DownloadLimits): Promise<AsyncIterable<Uint8Array>>
  /**
   * Puts an input file where the provider finds it, for a day; answers its address. May be
   * repeated.
   */
  upload(file: InputFile): Promise<string>
  /**
   * Asks for something that costs nothing and is refused exactly while our account is: throws as a
   * submit would.
   */
  probe(): Promise<void>
  /** Reads a webhook's raw body; `null` when the provider surely did not send it just now. */
  readWebhook(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Promise<WebhookEvent | null>
}

/**
 * The provider says that a job has ended, well or badly. Its result is asked for, never taken from
 * here.
 */
export type WebhookEvent = { requestId: string }
