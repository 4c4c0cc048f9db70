import type { Transcript } from '#core/generations/rules/transcript.ts'
import type { Usage } from '#core/models/rules/metering.ts'

/**
 * A job at a provider: enough to find it after a restart. Stored unchanged with the generation.
 * `provider`: its id in the registry.
 */
export type JobReference = {
  provider: string
  endpoint: string
  requestId: string
  urls: Record<string, string>
}

/** The longest job id that is stored, in characters: the index accepts at most 2.7 kB. */
const maxJobId = 200

/** Whether a provider's job id can be stored and indexed. */
export function isJobId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxJobId
}

/** A line of the model's log. */
export type JobLog = { message: string; level: string; source: string; timestamp: string }

/** `logs`: the log so far, if the provider returns it. */
export type JobState = { logs: JobLog[] } & (
  | /** `position`: how many wait before it, from 0. */ { state: 'queued'; position: number | null }
  | /** `progress` in percent. `preview`: an image of the unfinished result, if a new one came. */ {
      state: 'running'
      progress: number | null
      preview?: Uint8Array
    }
  | /** Nothing more will happen; the result says how it ended. `runMs`: how long it was worked on, if the provider tells. */ {
      state: 'finished'
      runMs: number | null
    }
)

/**
 * A result file at the provider. `flagged`: its safety check replaced the content. `url`: where the
 * provider's adapter downloads it from, or a `data:` URL with its bytes.
 */
export type Asset = {
  medium: 'image' | 'video' | 'audio' | 'mesh'
  url: string
  width: number | null
  height: number | null
  flagged: boolean
}

/**
 * `text`: the answer of a text model. `transcript`: when its parts are said. `prompt`: the prompt that the provider used, if it returns
 * it.
 */
export type Output = {
  assets: Asset[]
  text: string | null
  transcript?: Transcript | null
  seed: string | null
  prompt: string | null
  /** What the provider counted, where it tells. */
  usage?: Usage
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
  /** A 2xx answer that is not JSON, or not all of it. */
  | 'unreadable'
  | 'unavailable'
  | 'unknown'

/**
 * An error of a provider or of the network to it. `delivery` matters for a submit: was the job
 * certainly not accepted (`refused`), or is that unknown (`unknown`)? `retryable`: the same call
 * may succeed later.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: ProviderErrorCode
  readonly delivery: 'refused' | 'unknown'
  readonly retryable: boolean
  readonly httpStatus: number | null
  /**
   * The provider's own message, for the owner of the job; `null` where it gave no reason.
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
 * The limits of a download: `idleTime` for its next chunk, `time` in total, in ms.
 */
export type DownloadLimits = {
  maxBytes: number
  idleTime: number
  time: number
  signal?: AbortSignal | undefined
}

/** An input file for a provider. `bytes`: its size; `open` may be called again. */
export type InputFile = {
  contentType: string
  bytes: number
  fileName: string
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * `webhookUrl` is called at the job's end; a job that has not started after `startWithin` ms is not
 * started any more. `files`: the input files by the text that stands for each in the input, where
 * the provider has no `upload`.
 */
export type SubmitOptions = {
  webhookUrl?: string
  startWithin?: number
  files?: ReadonlyMap<string, InputFile>
}

/** An accepted job. `output`: its result, where the provider answers with it at once. */
export type SubmittedJob = { job: JobReference; state: JobState; output?: Output }

/**
 * `removed`: it will not run. `requested`: it may still finish. `unsupported`: nothing was asked.
 */
export type CancelAnswer = 'removed' | 'requested' | 'too_late' | 'not_found' | 'unsupported'

/**
 * An endpoint as a provider lists it; nothing of it is checked. `price`: of one unit, where the
 * provider says it.
 */
export type ListedEndpoint = {
  endpoint: unknown
  name: unknown
  category: unknown
  price: { amount: unknown; unit: unknown; currency: unknown } | null
}

/** `isWhole`: whether there is nothing beyond what was read. */
export type EndpointList = { endpoints: ListedEndpoint[]; isWhole: boolean }

/**
 * A provider of models. Every method throws `ProviderError`, and has a timeout of its own.
 */
export type Provider = {
  /** Its id in the registry, which models and jobs name. */
  readonly id: string
  /** The address of its API: one on this machine reaches this machine, too. */
  readonly url: string
  /**
   * Whether a job may run twice, because that costs nothing but time: a submit whose answer was lost
   * is repeated, and so is one whose job the provider lost.
   */
  readonly isRepeatable?: boolean
  /** Submits a job. Never retries: only the caller knows whether it may. */
  submit(
    endpoint: string,
    input: Record<string, unknown>,
    options?: SubmitOptions,
  ): Promise<SubmittedJob>
  status(job: JobReference): Promise<JobState>
  /** Returns the output of a finished job; throws for a failed one. */
  result(job: JobReference): Promise<Output>
  cancel(job: JobReference): Promise<CancelAnswer>
  /** Opens a result file, from allowed hosts only. The stream fails beyond the limits. */
  download(url: string, limits: DownloadLimits): Promise<AsyncIterable<Uint8Array>>
  /**
   * Uploads an input file to the provider for a day; returns its address. May be repeated. Absent:
   * files go with the submit.
   */
  upload?(file: InputFile): Promise<string>
  /**
   * Sends a free request that is rejected exactly while our account is: throws as a submit would.
   */
  probe(): Promise<void>
  /**
   * Reads the document of an endpoint, of which a definition can be made; `not_found`: it has none.
   * Absent: the provider publishes none.
   */
  readDocument?(endpoint: string): Promise<unknown>
  /**
   * Lists the endpoints that the provider offers, whole or nothing, up to a number of pages. Absent:
   * it has no such list.
   */
  listEndpoints?(): Promise<EndpointList>
  /** Reads a webhook's raw body; `null` when it is forged or old. Absent: it sends none. */
  readWebhook?(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Promise<WebhookEvent | null>
}

/**
 * A provider that the operator configured. `webhookBase`: our origin as it reaches it; `null`: its
 * jobs are only polled. `signsInputs`: it can read files at addresses that storage signs; else they
 * are uploaded to it.
 */
export type ConfiguredProvider = {
  provider: Provider
  webhookBase: string | null
  signsInputs: boolean
}

/** The configured providers by their ids. */
export type Providers = ReadonlyMap<string, ConfiguredProvider>

/**
 * The provider reports that a job has ended, well or badly. Its result is fetched separately, never
 * taken from here.
 */
export type WebhookEvent = { requestId: string }
