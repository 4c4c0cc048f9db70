import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Usage, Used } from '#core/models/rules/metering.ts'
import type { WithDefault } from '#platform/database/tables.ts'
import type { FailureCode } from './rules/failure.ts'
import type { EndedStatus, OpenStatus, Status } from './rules/status.ts'
import type { Transcript } from './rules/transcript.ts'

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
export type ProviderOutput = { assets: ResultAsset[]; seed: string | null; usage?: Usage }

export type ResultAsset = {
  /**
   * Its position among the requested files, from 0: a blocked one leaves its position empty.
   */
  position: number
  medium: 'image' | 'video' | 'audio' | 'mesh'
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
  /** Its search terms (core/history/search-term-rules.ts). */
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
  /** When the parts of a transcript are said; its text is the answer. */
  transcript: JSONColumnType<Transcript> | null
  /** What it used of the unit that is paid, where its price was the most; the rest was refunded. */
  used: JSONColumnType<Used> | null
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

/** Why the provider rejects our account: the operator must fix it. */
export type ProviderOutage = 'provider_locked' | 'provider_funds' | 'provider_auth'

/** The providers' current outages; no row: all accept our accounts. */
type ProviderOutageTable = {
  provider: string
  code: ProviderOutage
  detail: string
  since: Generated<Date>
  probe_at: Date
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    generation: GenerationTable
    generation_with_job: GenerationRow
    job: JobTable
    provider_request: ProviderRequestTable
    purge: PurgeTable
    provider_outage: ProviderOutageTable
  }
}
