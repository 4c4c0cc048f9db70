import type { WebhookTiming } from './webhooks/webhook-sender.ts'

export type EngineOptions = {
  /**
   * Everything the engine remembers lies in `demo-engine` below this directory. Not touched unless
   * `durable`.
   */
  dataDir: string
  /**
   * About how long a job takes, in ms (3,500); varied a little, and never less than the rendering.
   */
  delayMs?: number
  /** The share of jobs that complete with an error, 0 to 1 (0). */
  failureRate?: number
  /** Named faults, `name`, `name:probability` or `name*count`, separated by commas (none). */
  faults?: string
  /**
   * Makes the dice of the faults, the seeds and the durations follow from it and the prompts;
   * otherwise by chance.
   */
  random?: number
  /** The port to listen on (any free one). */
  port?: number
  /** How many jobs run at once (2). */
  concurrency?: number
  /**
   * Whether jobs, files and keys outlive the process (yes). Without it a submit costs no writing.
   */
  durable?: boolean
  /**
   * `plain` gives flat pictures and one tiny film and sound, at no cost, and fetches no input
   * (`rendered`).
   */
  pictures?: 'rendered' | 'plain'
  /** The longest side of a film, in pixels (848). */
  filmSide?: number
  /** Whether `/control` answers (no): it lets anybody lock the account and read every job. */
  control?: boolean
  /** Whose jobs these are, as webhooks say it (`atelier-demo`). */
  userId?: string
  /** How webhooks are repeated, each in ms; as the provider does, unless given. */
  webhooks?: Partial<WebhookTiming>
  /** How long the fault `slow-file` takes, in ms (a minute). */
  slowFileMs?: number
  /** How large the fault `huge-file` makes a file, in bytes (256 MiB). */
  hugeFileBytes?: number
  /** The largest upload, in bytes (90 MiB, where the provider's multipart begins). */
  uploadLimit?: number
  log?: (line: object) => void
}

/** The options with every default, except that the directory and the log stay as they are. */
export function withDefaults(options: EngineOptions) {
  return {
    delayMs: 3_500,
    failureRate: 0,
    faults: '',
    port: 0,
    concurrency: 2,
    durable: true,
    pictures: 'rendered' as const,
    filmSide: 848,
    control: false,
    userId: 'atelier-demo',
    slowFileMs: 60_000,
    hugeFileBytes: 256 * 1024 * 1024,
    uploadLimit: 90 * 1024 * 1024,
    log: () => {},
    ...options,
  }
}

/** Options in which nothing is missing. */
export type Settings = ReturnType<typeof withDefaults>
