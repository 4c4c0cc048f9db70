import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { EndedStatus, OpenStatus, Status } from '#domain/status.ts'
import type {
  GenerationTagTable,
  HistoryBlockTable,
  HistoryPartTable,
  HistoryTaskTable,
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
import type {
  AlertTable,
  AuditEntryTable,
  CatalogueRevisionTable,
  ModelTable,
  ModelVersionTable,
  OnlineMigrationTable,
  ProviderOutageTable,
  ScheduledJobTable,
  StorageOutageTable,
} from './operator-tables.ts'

/** A job at the provider, as the provider's adapter returned it. */
export type ProviderJob = {
  provider: string
  endpoint: string
  requestId: string
  urls: Record<string, string>
}

/**
 * The next step of a row: submit, await a webhook (the submit's outcome is unknown), poll, collect
 * the result, or store its files, which the provider keeps meanwhile.
 */
export type Step = 'submit' | 'await' | 'poll' | 'collect' | 'store'

/** The result of a finished job, as long as its files are not in our storage. */
export type ProviderOutput = { assets: ResultAsset[]; seed: string | null }

export type ResultAsset = {
  /**
   * Its position among the requested files, from 0: a blocked one leaves its position empty.
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
   * Credits that a payment's refund should have taken but that were spent already. Later credits
   * repay it.
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
  /** Until when its start rate is used up (domain/start-generation.ts). */
  starts_until: WithDefault<Date>
  /** Whether its generations are public by default. */
  default_public: WithDefault<boolean>
  /** A code of `contract/languages.ts`; who reads it asks whether it is one still. */
  language: WithDefault<string | null>
  theme: WithDefault<'dark' | 'light' | 'system' | null>
  /** It may read and download, and start nothing. */
  suspended_at: WithDefault<Date | null>
  /** The personal data is deleted; the row stays for the ledger. */
  deleted_at: WithDefault<Date | null>
  /** When to erase what is left of a deleted one; `null`: nothing is. */
  purge_at: WithDefault<Date | null>
  /**
   * Of a deleted one: the current account of the same identity, which takes over its debts, and how
   * much it has taken over.
   */
  successor_id: WithDefault<string | null>
  debt_moved: WithDefault<number>
  /** The number of the newest generation; each gets the next. */
  last_number: WithDefault<number>
  /** The number of the newest ledger entry; each gets the next. */
  last_entry: WithDefault<number>
  created_at: Generated<Date>
}

/** The e-mail address or identity that an account is found by, unique among all accounts. */
type AccountNameTable = { name: string; account_id: string }

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
 * A keyed hash that identifies an identity whose account was deleted. `account_id`: its last one.
 */
type DeletedIdentityTable = {
  identity_hash: Buffer
  account_id: string
  has_signup_grant: boolean
  created_at: Generated<Date>
}

/**
 * Used answers of the identity provider: each opens one session at most.
 */
type SignInUsedTable = { state_hash: Buffer; used_at: Generated<Date> }

/** The scope of a key: read only, or also create, change and delete. */
export type KeyScope = 'read' | 'create'

type ApiKeyTable = {
  id: string
  account_id: string
  name: string
  key_hash: Buffer
  /** Its beginning and end, for its owner to recognise it. */
  hint: WithDefault<string>
  scopes: WithDefault<KeyScope[]>
  starts_until: WithDefault<Date>
  created_at: Generated<Date>
  last_used_at: Date | null
  revoked_at: Date | null
}

/** The statuses of a generation's own row: while it is open, its job has the status. */
export type RecordStatus = 'open' | EndedStatus

/**
 * A generation: written when it is charged, when it ends, and when its owner changes it. Reading
 * goes through `generation_with_job`.
 */
type GenerationTable = {
  id: string
  account_id: string
  request_id: string
  kind: Kind
  generation_type: string
  model: string
  /** Which definition of the model made it. */
  model_version: WithDefault<number>
  input: JSONColumnType<Record<string, unknown>>
  price: number
  requested: number
  refunded: WithDefault<number>
  status: WithDefault<RecordStatus>
  is_public: WithDefault<boolean>
  is_favorite: WithDefault<boolean>
  is_sample: WithDefault<boolean>
  tags: WithDefault<string[]>
  /** Its search terms (domain/search-terms.ts). */
  terms: WithDefault<string[]>
  /** Its number among all of its account's, from 1. */
  number: number
  /** The generation that it repeats, of any account. */
  parent_id: string | null
  /**
   * Identifies a repeated request, as opposed to another request under the same id; `null`:
   * unknown.
   */
  request_hash: ColumnType<Buffer | null, Buffer | null | undefined>
  /** The HTTP request that started it (`x-request-id`), for the log of its steps. */
  trace_id: ColumnType<string | null, string | null | undefined>
  webhook_token: Generated<string>
  provider_job: JSONColumnType<ProviderJob> | null
  seed: string | null
  /** The answer of a text model. */
  answer: string | null
  error_code: FailureCode | null
  error_message: string | null
  /** How often its owner requested a refund. */
  refund_attempts: WithDefault<number>
  submit_started_at: Date | null
  /** The run time that the provider reports, in ms. */
  run_ms: number | null
  created_at: Generated<Date>
  started_at: Date | null
  completed_at: Date | null
  updated_at: Generated<Date>
  deleted_at: Date | null
}

/**
 * The work on an open generation: what its next step is, and when. Inserted with the generation,
 * deleted when it ends.
 */
type JobTable = {
  generation_id: string
  account_id: string
  kind: Kind
  status: WithDefault<OpenStatus>
  step: Step
  next_step_at: Date
  lease_token: string | null
  lease_until: Date | null
  attempts: WithDefault<number>
  polls: WithDefault<number>
  deadline: Date
  submit_started_at: Date | null
  provider_job: JSONColumnType<ProviderJob> | null
  queue_position: number | null
  progress: number | null
  started_at: Date | null
  run_ms: number | null
  /**
   * When we learnt that the provider has finished it; from then on its deadline does not count.
   */
  finished_at: Date | null
  provider_output: JSONColumnType<ProviderOutput> | null
  /** A webhook arrived while a worker had claimed it: its next step follows at once. */
  is_resumed: WithDefault<boolean>
  /** When its owner cancelled it, while the provider's answer is not known. */
  cancel_requested_at: Date | null
  updated_at: Generated<Date>
}

type OfGeneration = Omit<Selectable<GenerationTable>, 'status'>
type OfJob = Omit<Selectable<JobTable>, keyof GenerationTable | 'generation_id'>

/**
 * A generation with the state of its job, a view. `step` and what belongs to it is `null` once it
 * has ended.
 */
export type GenerationRow = OfGeneration & {
  [Name in keyof OfJob]: Name extends 'attempts' | 'polls' | 'is_resumed'
    ? OfJob[Name]
    : OfJob[Name] | null
} & { status: Status }

/** The generation that a job of the provider belongs to, by the provider's id. */
type ProviderRequestTable = {
  request_id: string
  provider: string
  account_id: string
  generation_id: string
}

/** Deleted generations, and until when they can be restored; then their files are deleted. */
type PurgeTable = { generation_id: string; account_id: string; purge_at: Date }

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

/**
 * Files without a record: not yet (listed before they are written) or no more (a trigger). The
 * cleanup deletes them.
 */
type StorageGarbageTable = {
  storage_key: string
  /** Whose it was; of one that has no record yet, a hash of its name. */
  account_id: string
  created_at: Generated<Date>
  not_before: WithDefault<Date>
}

/** A file for which a signed address was created and that was not validated yet. */
type PendingUploadTable = {
  id: string
  account_id: string
  content_type: string
  /** As stated or, after it came through our own endpoint, as received. */
  bytes: number | null
  storage_key: string
  token_hash: Buffer
  is_refused: WithDefault<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

/** Prepared downloads of several files as one. */
type DownloadTable = {
  id: string
  account_id: string
  generation_ids: string[]
  format: 'png' | null
  created_at: Generated<Date>
  expires_at: Date
}

/** The schema for Kysely, created by the migrations; `bigint` columns are read as numbers. */
export type Tables = {
  account: AccountTable
  account_name: AccountNameTable
  session: SessionTable
  sign_in_used: SignInUsedTable
  deleted_identity: DeletedIdentityTable
  api_key: ApiKeyTable
  generation: GenerationTable
  generation_with_job: GenerationRow
  job: JobTable
  provider_request: ProviderRequestTable
  purge: PurgeTable
  credit_entry: CreditEntryTable
  media: MediaTable
  provider_outage: ProviderOutageTable
  storage_outage: StorageOutageTable
  alert: AlertTable
  storage_garbage: StorageGarbageTable
  pending_upload: PendingUploadTable
  history_block: HistoryBlockTable
  history_term: HistoryTermTable
  history_part: HistoryPartTable
  history_text: HistoryTextTable
  history_task: HistoryTaskTable
  generation_tag: GenerationTagTable
  download: DownloadTable
  payment: PaymentTable
  payment_event: PaymentEventTable
  statement_block: StatementBlockTable
  audit_entry: AuditEntryTable
  ledger_check: LedgerCheckTable
  scheduled_job: ScheduledJobTable
  online_migration: OnlineMigrationTable
  model: ModelTable
  model_version: ModelVersionTable
  catalogue_revision: CatalogueRevisionTable
}

export type { ModelSource } from './operator-tables.ts'
export type ModelRow = Selectable<ModelTable>
export type ModelVersionRow = Selectable<ModelVersionTable>
export type AccountRow = Selectable<AccountTable>
export type MediaRow = Selectable<MediaTable>
export type SessionRow = Selectable<SessionTable>
export type ApiKeyRow = Selectable<ApiKeyTable>
export type CreditEntryRow = Selectable<CreditEntryTable>
export type PaymentRow = Selectable<PaymentTable>
export type PendingUploadRow = Selectable<PendingUploadTable>
export type NewMedia = Insertable<MediaTable>
