import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type {
  AccountGroupTable,
  AccountNameTable,
  AccountTable,
  ApiKeyTable,
  DeletedIdentityTable,
  SessionTable,
  SignInUsedTable,
  UserGroupTable,
} from '#core/accounts/queries/account-tables.ts'
import type {
  CreditEntryTable,
  LedgerCheckTable,
  StatementBlockTable,
} from '#core/credits/queries/money-tables.ts'
import type { FailureCode } from '#core/generations/rules/failure.ts'
import type { EndedStatus, OpenStatus, Status } from '#core/generations/rules/status.ts'
import type {
  GenerationTagTable,
  HistoryBlockTable,
  HistoryPartTable,
  HistoryTaskTable,
  HistoryTermTable,
  HistoryTextTable,
} from '#core/history/queries/history-tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type {
  AlertTable,
  AuditEntryTable,
  CatalogueRevisionTable,
  MailTable,
  ModelTable,
  ModelVersionTable,
  ProviderOutageTable,
  RemovedFileTable,
  ScheduledJobTable,
  SchemaCheckTable,
  SettingsVersionTable,
  SigningCertificateTable,
  StorageOutageTable,
} from '#core/operators/queries/operator-tables.ts'
import type { DigitalSource, MarkState } from '#core/provenance/rules/mark.ts'
import type { WithDefault } from '#platform/database/tables.ts'

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
  /** Its search terms (core/history/rules/search-terms.ts). */
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
  http_request_id: ColumnType<string | null, string | null | undefined>
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
  /** Its result was removed by an operator, with this note to its owner. */
  removed_at: ColumnType<Date | null, Date | null | undefined>
  removal_note: ColumnType<string | null, string | null | undefined>
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
  /** A small image of the unfinished result, as a `data:` URL. */
  preview: string | null
  started_at: Date | null
  run_ms: number | null
  /**
   * When we learnt that the provider has finished it; from then on its deadline does not count.
   */
  finished_at: Date | null
  provider_output: JSONColumnType<ProviderOutput> | null
  /** A webhook arrived while a worker had claimed it: its next step follows at once. */
  is_resumed: WithDefault<boolean>
  /** How often in a row it was claimed after its lease had run out: its worker had ended. */
  lost_leases: WithDefault<number>
  /** How often since its last step a worker's event loop stood still in it. */
  stalls: WithDefault<number>
  /** When its owner cancelled it, while the provider's answer is not known. */
  cancel_requested_at: Date | null
  /** The span of its charge as W3C `traceparent`, which its steps and webhooks continue. */
  trace_context: string | null
  updated_at: Generated<Date>
}

type OfGeneration = Omit<Selectable<GenerationTable>, 'status'>
/** What only claims read is not in the view. */
type OfClaims = 'lost_leases' | 'stalls'
type OfJob = Omit<Selectable<JobTable>, keyof GenerationTable | 'generation_id' | OfClaims>

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
  /** `mix`: a video with a generated sound, from an input and an output of its generation. */
  role: 'input' | 'output' | 'mix'
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
  /** Of a generated sound: when its videos were made, or found impossible. */
  mix_tried_at: ColumnType<Date | null, Date | null | undefined>
  /** How a result was marked (core/provenance/rules/mark.ts); `null`: it was not yet, or is no result. */
  mark: ColumnType<MarkState | null, MarkState | null | undefined>
  /** Hash of the file as it came, where its mark has changed it. */
  received_sha256: ColumnType<string | null, string | null | undefined>
  /** What its mark says of its origin. */
  digital_source: ColumnType<DigitalSource | null, DigitalSource | null | undefined>
  /**
   * 256 zeros and ones, of its thumbnail (domain/image-search); `null`: it shows too little, or its
   * appearance was not read yet.
   */
  perceptual_hash: ColumnType<string | null, string | null | undefined>
  /** The set of its dominant colours (core/image-search/rules/colors.ts); `null`: not read yet. */
  colors: ColumnType<number | null, number | null | undefined>
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

declare module '#platform/database/tables.ts' {
  interface Tables {
    account: AccountTable
    account_name: AccountNameTable
    account_group: AccountGroupTable
    user_group: UserGroupTable
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
    mail: MailTable
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
    signing_certificate: SigningCertificateTable
    removed_file: RemovedFileTable
    statement_block: StatementBlockTable
    audit_entry: AuditEntryTable
    ledger_check: LedgerCheckTable
    scheduled_job: ScheduledJobTable
    model: ModelTable
    model_version: ModelVersionTable
    catalogue_revision: CatalogueRevisionTable
    schema_check: SchemaCheckTable
    settings_version: SettingsVersionTable
  }
}

export type { ModelSource } from '#core/operators/queries/operator-tables.ts'
export type ModelRow = Selectable<ModelTable>
export type ModelVersionRow = Selectable<ModelVersionTable>
export type SchemaCheckRow = Selectable<SchemaCheckTable>
export type UserGroupRow = Selectable<UserGroupTable>
export type AccountRow = Selectable<AccountTable>
export type MediaRow = Selectable<MediaTable>
export type SessionRow = Selectable<SessionTable>
export type { KeyScope } from '#core/accounts/queries/account-tables.ts'
export type ApiKeyRow = Selectable<ApiKeyTable>
export type CreditEntryRow = Selectable<CreditEntryTable>
export type PendingUploadRow = Selectable<PendingUploadTable>
export type NewMedia = Insertable<MediaTable>
