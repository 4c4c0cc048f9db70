import type { EraseSome } from '#core/accounts/erase-account-data.ts'
import type { AccountExport, GenerationExport } from '#core/accounts/export-account.ts'
import type { FeatureRows } from '#core/accounts/queries/delete-account.ts'
import type { SignUpPass } from '#core/accounts/sign-in/sign-up-pass.ts'
import type { TokenKind } from '#core/accounts/sign-in/token-kinds.ts'
import type { ReadLimits } from '#core/accounts/studio-limits.ts'
import type { FindEntryPayments } from '#core/credits/queries/statement-entries.ts'
import type { Takings } from '#core/credits/rules/takings.ts'
import type { LedgerCheck } from '#core/credits/verify-ledger.ts'
import type { Changes } from '#core/events/changes.ts'
import type { EndEffect, ShownEffect } from '#core/generations/end-effects.ts'
import type { StartingPart } from '#core/generations/queries/start-additions.ts'
import type { UseSample } from '#core/generations/record-sample.ts'
import type { StartRate } from '#core/generations/rules/start-generation.ts'
import type { StartCheck } from '#core/generations/start-checks.ts'
import type { StoringLimiter } from '#core/generations/steps/storing-limiter.ts'
import type { RecordList } from '#core/history/record-lists.ts'
import type { Background } from '#core/jobs/background.ts'
import type { LocalWorker } from '#core/jobs/local-worker.ts'
import type { PurgingPart } from '#core/jobs/retention-queries.ts'
import type { ScheduledJob } from '#core/jobs/scheduled-job.ts'
import type { MailWriters } from '#core/mail/send-mails.ts'
import type { ParserPool } from '#core/media/parsers/parser-pool.ts'
import type { ForeignFiles } from '#core/media/uploads/check-address.ts'
import type { AddedMetrics, Meter } from '#core/meter.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { RemovalEffect } from '#core/moderation/remove-result.ts'
import type { WriteOperatorEvent } from '#core/operators/queries/operator-events.ts'
import type { Signing } from '#core/provenance/signing.ts'
import type { SettingsReader } from '#core/settings/studio-settings.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { SignInMethod } from '#providers/identity/identity.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import type { Providers } from '#providers/provider.ts'

/** Structured log lines. Never contains a secret or a prompt. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type ReadTakings = (
  database: Database,
  span: { start: Date; end: Date },
) => Promise<Record<string, Takings>>

/** What features add to the verbs of the core. */
export type Contributions = FeatureRows & {
  accountExport: AccountExport
  /** Settings of accounts that need a feature. */
  accountSettings: readonly 'mail_when_finished'[]
  mails: MailWriters
  scheduledJobs: readonly ScheduledJob[]
  operatorEvents: readonly WriteOperatorEvent[]
  metrics: readonly AddedMetrics[]
  /** Parts of the statements that insert a generation. */
  startParts: readonly StartingPart[]
  startChecks: readonly StartCheck[]
  endEffects: readonly EndEffect[]
  /** What limits an account in the view of its limits; the first counts. */
  accountLimits: readonly ReadLimits[]
  /** Called with each sample of the demo. */
  whenSampled: readonly UseSample[]
  /** Parts of the statement that purges deleted generations. */
  purgeParts: readonly PurgingPart[]
  /** What they do when an operator removes a result, in its transaction. */
  removalEffects: readonly RemovalEffect[]
  /** Members that they add to each generation of an account's export. */
  generationExport: GenerationExport
  /** By tables that are large: each deletes up to `limit` rows of a deleted account. */
  eraseSome: Readonly<Record<string, EraseSome>>
  /** Tokens that stand for an API key. */
  tokenKinds: readonly TokenKind[]
  /** Called in the background when an open page shows long jobs that have just ended. */
  whenShown: readonly ShownEffect[]
  recordLists: readonly RecordList[]
  /** What admits a person in place of an operator's approval. */
  signUpPasses: readonly SignUpPass[]
  /** What `ledger verify` finds of their tables. */
  ledgerChecks: readonly LedgerCheck[]
  /** What was paid for entries of the ledger. */
  entryPayments: readonly FindEntryPayments[]
  /** What was sold in a time, by currency. */
  takings: readonly ReadTakings[]
}

/** What main opens for features alone, each declared where it is opened (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: main extends it
export interface ContextParts {}

/** What services may touch. Created once by main; tests create the same shape. */
export type ServiceContext = ContextParts & {
  database: Database
  /**
   * The same database over one connection of its own without a statement timeout. Destroy it after
   * use.
   */
  openLongRunningConnection(): Database
  changes: Pick<Changes, 'publish' | 'publishDue' | 'publishRevocation'>
  /**
   * PostgreSQL's clock, in ms since 1970: the only clock that database times may be compared with.
   */
  now(): number
  localWorker: LocalWorker
  providers: Providers
  /** How people sign in, in the order of the buttons. */
  signInMethods: readonly SignInMethod[]
  storage: Storage
  /** Limits how many generations this process stores concurrently. */
  storing: StoringLimiter
  background: Background
  /** Parses the files of people and providers, in processes that can be ended. */
  parsers: ParserPool
  /** Signs the manifests of results. */
  signing: Signing
  log: Log
  meter: Meter
  /** The product's version. */
  version: string
  /** What the operator sets while the studio runs. */
  settings: SettingsReader
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
  /** How addresses that people enter are reached; by default never internal ones. */
  foreignFiles?: ForeignFiles
  /** Our own origin. */
  url: string
  /** How fast generations may start, for each account and for each API key. */
  rates: { account: StartRate; key: StartRate }
  /** Key of the hashes that identify deleted accounts (sign-in/tokens.ts). */
  identityKey: Uint8Array
  /** How mails are sent: our origin for links, and the operators' addresses; `null`: none are. */
  mail: { mailer: Mailer; url: string; operators: readonly string[] } | null
  /** The e-mail addresses, in lower case, of the operators. */
  admins: ReadonlySet<string>
  contributions: Contributions
}

/** What services return; transports convert it and never send it as it is. */
export type { AccountRow } from '#core/accounts/tables.ts'
export type { MediaRow } from '#core/media/tables.ts'
