import type { StartRate } from '#core/generations/rules/start-generation.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { SignInMethod } from '#providers/identity.ts'
import type { Mailer } from '#providers/mail.ts'
import type { Providers } from '#providers/provider.ts'

/**
 * What features add to verbs of the core. Each point is declared beside the verb that uses it, with
 * `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each point is added where it is used
export interface Contributions {}

/**
 * What main opens for features alone, each declared where it is opened, with `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: main extends it
export interface FeatureParts {}

/**
 * All that verbs may touch. Main makes it once; a verb names those parts that it uses (`Parts`). A part
 * that a subject makes is declared there, with `declare module`.
 */
export interface AllParts extends FeatureParts {
  database: Database
  /**
   * The same database over one connection of its own without a statement timeout. Destroy it after
   * use.
   */
  openLongRunningConnection(): Database
  /**
   * PostgreSQL's clock, in ms since 1970: the only clock that database times may be compared with.
   */
  now(): number
  providers: Providers
  /** How people sign in, in the order of the buttons. */
  signInMethods: readonly SignInMethod[]
  storage: Storage
  log: Log
  /** The product's version. */
  version: string
  /** How long a generation may stay open, in ms. */
  deadlines: Record<Kind, number>
  /**
   * Whether failed generations are refunded automatically; else on request. Missing parts of
   * results always are (docs/spec/money.md#refund).
   */
  autoRefund: boolean
  /** How long a deletion can be undone, in ms. */
  undoTime: number
  /** The operator's own endpoint ids, by the catalogue's. */
  endpoints: Readonly<Record<string, string>>
  /** Whether results come from the built-in emulator. */
  sampleResults: boolean
  /** Our own origin. */
  url: string
  /** How fast generations may start, for each account and for each API key. */
  rates: { account: StartRate; key: StartRate }
  /** Key of the hashes that identify deleted accounts (accounts/sign-in/tokens.ts). */
  identityKey: Uint8Array
  /** How mails are sent: our origin for links, and the operators' addresses; `null`: none are. */
  mail: { mailer: Mailer; url: string; operators: readonly string[] } | null
  /** The e-mail addresses, in lower case, of the operators. */
  admins: ReadonlySet<string>
  contributions: Contributions
}

/** The parts that a verb uses: `Parts<'database' | 'log'>`. */
export type Parts<Name extends keyof AllParts> = Pick<AllParts, Name>
