import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { Status } from '#domain/status.ts'
import type {
  HistoryBlockTable,
  HistoryPartTable,
  HistoryTermTable,
  HistoryTextTable,
} from './history-tables.ts'
import type {
  CreditEntryTable,
  LedgerCheckTable,
  PaymentEventTable,
  PaymentTable,
  StatementBlockTable,
} from './money-tables.ts'

/** Where a job is at the provider, as the provider's adapter gave it. */
export type ProviderJob = { endpoint: string; requestId: string; urls: Record<string, string> }

/**
 * What a row's next step is: hand over, await a webhook (nobody knows whether it was taken), ask,
 * fetch the result, or store its files, which the provider keeps meanwhile.
 */
export type Step = 'submit' | 'await' | 'ask' | 'collect' | 'store'

/** What a finished job made, for as long as its files are not in our storage. */
export type ProviderOutput = { assets: ResultAsset[]; seed: string | null }

export type ResultAsset = {
  /**
   * Its place among the files that were asked for, from 0: one that was held back leaves its place
   * empty.
   */
  position: number
  medium: 'image' | 'video' | 'audio'
  url: string
  width: number | null
  height: number | null
  flagged: boolean
}

export type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>

type AccountTable = {
  id: string
  email: string
  name: string | null
  issuer: string | null
  subject: string | null
  credits: WithDefault<number>
  has_paid: WithDefault<boolean>
  /**
   * Credits that a payment's refund should have taken and that were spent already. What comes in
   * next repays it.
   */
  owed: WithDefault<number>
  /**
   * The most credits that may be spent in a day (UTC), and for one generation; `null`: no limit.
   */
  daily_cap: WithDefault<number | null>
  job_ceiling: WithDefault<number | null>
  /** Credits charged, less refunded, for what was started on this day: days (UTC) since 1970. */
  spent: WithDefault<number>
  spent_day: WithDefault<number>
  /** Until when its generations have used up its rate (domain/start-generation.ts). */
  starts_until: WithDefault<Date>
  /** What it makes is public unless it says otherwise. */
  default_public: WithDefault<boolean>
  /** A code of `contract/languages.ts`; who reads it asks whether it is one still. */
  language: WithDefault<string | null>
  theme: WithDefault<'dark' | 'light' | 'system' | null>
  /** It may read and take what it has, and start nothing. */
  suspended_at: WithDefault<Date | null>
  /** The person is gone; the row stays for the ledger. */
  deleted_at: WithDefault<Date | null>
  /** When to look for what is left of a deleted one; `null`: nothing is. */
  purge_at: WithDefault<Date | null>
  /**
   * Of a deleted one: the account in use of the same identity, which bears its debts, and how much
   * it has taken over.
   */
  successor_id: WithDefault<string | null>
  debt_moved: WithDefault<number>
  /** The number of the newest generation; each gets the next. */
  last_number: WithDefault<number>
  created_at: Generated<Date>
}

type SessionTable = {
  id: string
  account_id: string
  token_hash: Buffer
  user_agent: WithDefault<string | null>
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
}

/**
 * What an identity whose account was deleted is recognised by: a keyed hash. `account_id`: the one
 * it had last.
 */
type DeletedIdentityTable = {
  identity_hash: Buffer
  account_id: string
  has_signup_grant: boolean
  created_at: Generated<Date>
}

/**
 * Answers of the identity provider that somebody came back with: each opens one session at most.
 */
type SignInUsedTable = { state_hash: Buffer; used_at: Generated<Date> }

/** What a key may do: look, or also make, change and delete. */
export type KeyScope = 'read' | 'create'

type ApiKeyTable = {
  id: string
  account_id: string
  name: string
  key_hash: Buffer
  /** Its beginning and end, by which its owner knows it again. */
  hint: WithDefault<string>
  scopes: WithDefault<KeyScope[]>
  starts_until: WithDefault<Date>
  created_at: Generated<Date>
  last_used_at: Date | null
  revoked_at: Date | null
}

type GenerationTable = {
  id: string
  account_id: string
  request_id: string
  kind: Kind
  generation_type: string
  model: string
  input: JSONColumnType<Record<string, unknown>>
  price: number
  requested: number
  refunded: WithDefault<number>
  status: WithDefault<Status>
  is_public: WithDefault<boolean>
  is_favorite: WithDefault<boolean>
  is_sample: WithDefault<boolean>
  tags: WithDefault<string[]>
  step: Step | null
  next_step_at: Date | null
  lease_token: string | null
  lease_until: Date | null
  attempts: WithDefault<number>
  asked: WithDefault<number>
  deadline: Date
  submit_started_at: Date | null
  provider_job: JSONColumnType<ProviderJob> | null
  queue_position: number | null
  progress: number | null
  seed: string | null
  /** What a model that writes has answered. */
  answer: string | null
  error_code: FailureCode | null
  error_message: string | null
  created_at: Generated<Date>
  started_at: Date | null
  completed_at: Date | null
  /** How long the provider says that it worked, in ms. */
  run_ms: number | null
  /**
   * When we learnt that the provider has finished it; from then on its deadline no longer counts.
   */
  finished_at: Date | null
  provider_output: JSONColumnType<ProviderOutput> | null
  webhook_token: Generated<string>
  woken: WithDefault<boolean>
  deleted_at: Date | null
  /** When the files of a deleted one go; until then the deletion can be undone. */
  purge_at: Date | null
  /** Its place among all of its account's, counted from 1. */
  number: number
  /** What it is found by (domain/search-terms.ts). */
  terms: WithDefault<string[]>
  /** What it was made again from. */
  parent_id: string | null
  /**
   * By what a repeat of its request is told from another request under the same id; `null`: it is
   * not known.
   */
  request_hash: ColumnType<Buffer | null, Buffer | null | undefined>
  /**
   * Since when its owner wants it cancelled, while the provider has not said what becomes of it.
   */
  cancel_requested_at: ColumnType<Date | null, Date | null | undefined>
  /** How often somebody asked for its credits by hand. */
  refund_attempts: WithDefault<number>
  updated_at: Generated<Date>
}

type MediaTable = {
  id: string
  account_id: string
  generation_id: string | null
  role: 'input' | 'output'
  position: number
  storage_key: string
  thumbnail_key: string | null
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_ms: ColumnType<number | null, number | null | undefined>
  fps: ColumnType<number | null, number | null | undefined>
  thumbnail_tried_at: ColumnType<Date | null, Date | null | undefined>
  created_at: Generated<Date>
}

/** What keeps the provider from taking our work: it is the operator's to mend. */
export type ProviderOutage = 'provider_locked' | 'provider_funds' | 'provider_auth'

/** Why the provider refuses our account just now; no row: it does not. */
type ProviderTroubleTable = {
  code: ProviderOutage
  detail: string
  since: Generated<Date>
  probe_at: Date
}

/** Why our storage takes no files just now; no row: it does. */
type StorageOutageTable = {
  singleton: Generated<boolean>
  detail: string
  since: Generated<Date>
  probe_at: Date
}

/** What the operator should know and nobody else can mend. */
type OperatorNoteTable = {
  id: Generated<number>
  generation_id: string | null
  reason: string
  note: string
  created_at: Generated<Date>
}

/**
 * Files without a record: not yet (announced before they are written) or no more (a trigger). The
 * sweep deletes them.
 */
type StorageGarbageTable = {
  storage_key: string
  created_at: Generated<Date>
  not_before: WithDefault<Date>
}

/** A file that a signed address was given for and that nobody has judged yet. */
type PendingUploadTable = {
  id: string
  account_id: string
  content_type: string
  /** As announced or, after it came through our own endpoint, as it is. */
  bytes: number | null
  storage_key: string
  token_hash: Buffer
  is_refused: WithDefault<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

/** Files that somebody asked for in one. */
type DownloadTable = {
  id: string
  account_id: string
  generation_ids: string[]
  format: 'png' | null
  created_at: Generated<Date>
  expires_at: Date
}

/** Who of the operators did what, and why. Rows never change. */
type AuditEntryTable = {
  id: Generated<number>
  actor: string
  act: string
  account_id: string | null
  generation_id: string | null
  payment_id: string | null
  reason: string
  details: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
}

/** The schema, as Kysely sees it. Made by the migrations; `bigint` columns arrive as numbers. */
export type Tables = {
  account: AccountTable
  session: SessionTable
  sign_in_used: SignInUsedTable
  deleted_identity: DeletedIdentityTable
  api_key: ApiKeyTable
  generation: GenerationTable
  credit_entry: CreditEntryTable
  media: MediaTable
  provider_trouble: ProviderTroubleTable
  storage_outage: StorageOutageTable
  operator_note: OperatorNoteTable
  storage_garbage: StorageGarbageTable
  pending_upload: PendingUploadTable
  history_block: HistoryBlockTable
  history_term: HistoryTermTable
  history_part: HistoryPartTable
  history_text: HistoryTextTable
  download: DownloadTable
  payment: PaymentTable
  payment_event: PaymentEventTable
  statement_block: StatementBlockTable
  audit_entry: AuditEntryTable
  ledger_check: LedgerCheckTable
}

export type AccountRow = Selectable<AccountTable>
export type GenerationRow = Selectable<GenerationTable>
export type MediaRow = Selectable<MediaTable>
export type SessionRow = Selectable<SessionTable>
export type ApiKeyRow = Selectable<ApiKeyTable>
export type CreditEntryRow = Selectable<CreditEntryTable>
export type PaymentRow = Selectable<PaymentTable>
export type PendingUploadRow = Selectable<PendingUploadTable>
export type NewMedia = Insertable<MediaTable>
