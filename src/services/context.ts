import type { Kind } from '#catalogue/kinds.ts'
import type { PriceOverrides } from '#catalogue/price.ts'
import type { Changes } from '#database/changes.ts'
import type { Database } from '#database/database.ts'
import type { CreditPacks } from '#domain/credit-packs.ts'
import type { StartRate } from '#domain/start-generation.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import type { Payments } from '#providers/payments/payments.ts'
import type { Provider } from '#providers/provider.ts'
import type { Storage } from '#storage/storage.ts'
import type { Background } from './background.ts'
import type { StoringLimiter } from './generation-steps/storing-limiter.ts'
import type { Handoff } from './handoff.ts'
import type { Meter } from './meter.ts'
import type { ForeignFiles } from './uploads/check-address.ts'

/** Structured log lines. Never a secret, never a prompt. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What services may touch. Made once by main; tests make the same shape. */
export type ServiceContext = {
  database: Database
  /**
   * The same database over one connection of its own, whose statements may take long. Destroy it
   * afterwards.
   */
  openLongRunningConnection(): Database
  changes: Pick<Changes, 'publish' | 'publishDue' | 'publishRevocation'>
  /**
   * PostgreSQL's clock, in ms since 1970: the only one that times of the database may be compared
   * with.
   */
  now(): number
  handoff: Handoff
  provider: Provider
  identity: IdentityProvider
  storage: Storage
  /** How many generations this process stores side by side. */
  storing: StoringLimiter
  background: Background
  log: Log
  meter: Meter
  prices: PriceOverrides
  /** How long a generation may stay open, in ms. */
  deadlines: Record<Kind, number>
  /**
   * Our origin as the provider reaches it, for its webhooks; `null`: it cannot, so it is only
   * asked.
   */
  webhookBase: string | null
  /**
   * The provider can read files at addresses that storage signs; else they are handed to its own
   * storage.
   */
  signsInputs: boolean
  /**
   * Failed work is refunded by itself; off: the person asks for it. Missing parts of results always
   * are (docs/spec/money.md#refund).
   */
  autoRefund: boolean
  /** How long a deletion can be undone, in ms. */
  undoTime: number
  /** Endpoint ids that the operator's account has under other names, by the catalogue's. */
  endpoints: Readonly<Record<string, string>>
  /** Results come from the built-in engine. */
  sampleResults: boolean
  /** How addresses that people type are reached; by default nothing internal is. */
  foreignFiles?: ForeignFiles
  /** How fast generations may start, for each account and for each API key. */
  rates: { account: StartRate; key: StartRate }
  /**
   * Of the hashes by which the identities of deleted accounts are remembered
   * (sign-in/tokens.ts).
   */
  identityKey: Uint8Array
  /** Credits a new account gets. */
  signupCredits: number
  /** Where people pay; `null`: the operator has set up none, and nothing can be bought. */
  payments: Payments | null
  /** What is sold. */
  packs: CreditPacks
  /** The e-mail addresses, in small letters, of those who may run the studio. */
  admins: ReadonlySet<string>
}

/** What services answer with; transports present it and never send it as it is. */
export type { AccountRow, MediaRow, PaymentRow } from '#database/tables.ts'
