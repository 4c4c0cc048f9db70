import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MailContent } from '#core/mail/rules.ts'
import type { Difference } from '#core/models/import/compare-definition.ts'

/** Why the provider rejects our account: the operator must fix it. */
export type ProviderOutage = 'provider_locked' | 'provider_funds' | 'provider_auth'

/** The providers' current outages; no row: all accept our accounts. */
export type ProviderOutageTable = {
  provider: string
  code: ProviderOutage
  detail: string
  since: Generated<Date>
  probe_at: Date
}

/** The current storage outage; no row: storage is available. */
export type StorageOutageTable = {
  singleton: Generated<boolean>
  detail: string
  since: Generated<Date>
  probe_at: Date
}

/** Alerts for the operator. */
export type AlertTable = {
  id: Generated<number>
  /** Of no account: that of zeros. */
  account_id: string
  generation_id: string | null
  reason: string
  note: string
  created_at: Generated<Date>
}

/** Mails. `due_at`: when it is tried; `null`: it ended, and `content` is `null` too. */
export type MailTable = {
  cause: string
  recipients: string[]
  language: string | null
  content: JSONColumnType<MailContent> | null
  attempts: Generated<number>
  due_at: Generated<Date | null>
  /** Why the last attempt failed. */
  error: string | null
  created_at: Generated<Date>
  ended_at: Date | null
}

/** Scheduled jobs that one process runs at a time; `lease_token` is `null` while none does. */
export type ScheduledJobTable = {
  name: string
  lease_token: string | null
  lease_until: Date
  next_run_at: Generated<Date>
}

/** Online migrations; `position`: the key of the last row of a backfill that was done. */
/** Audit entries: who of the operators did what, and why. Rows never change. */
export type AuditEntryTable = {
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

/** Where a definition comes from: the product, a file in `MODELS_DIR`, or an operator. */
export type ModelSource = 'built-in' | 'file' | 'operator'

/** Every definition that a model has had. Rows never change. `definition`: `null` for code. */
export type ModelVersionTable = {
  model: string
  generation_type: string
  version: number
  source: ModelSource
  definition: JSONColumnType<Record<string, unknown>> | null
  author: string
  reason: string
  created_at: Generated<Date>
}

/**
 * The models, each with the newest version of each source that it has now. The file's counts before
 * the operator's, that before the built-in one; a model without any was deleted.
 */
export type ModelTable = {
  id: string
  generation_type: string
  is_enabled: boolean
  built_in_version: number | null
  file_version: number | null
  operator_version: number | null
  created_at: Generated<Date>
}

/**
 * The newest comparison of a model with its provider's documents. `baseline`: the differences that
 * the version began with; `null`: its documents could not be read yet. `changes`: those since.
 */
export type SchemaCheckTable = {
  model: string
  generation_type: string
  version: number
  baseline: JSONColumnType<Difference[]> | null
  changes: JSONColumnType<Difference[]>
  changed_at: Date | null
  attempted_at: Date
}

/** Counts the changes of models. */
export type CatalogueRevisionTable = {
  singleton: Generated<boolean>
  revision: number
  /** The ids of those that are configured, in order, with spaces between. */
  providers: Generated<string>
}

/** The operator's settings, all of them with each change. Rows never change. */
export type SettingsVersionTable = {
  revision: number
  settings: JSONColumnType<Record<string, unknown>>
  author: string
  reason: string
  created_at: Generated<Date>
}

/** The hash of a file that was removed for what it shows. */
export type RemovedFileTable = {
  sha256: string
  /** Of the same file as it was stored with its mark, which has a row, too. */
  stored_sha256: ColumnType<string | null, string | null | undefined>
  created_at: Generated<Date>
}

/**
 * A certificate that the studio made, `root` or `signer`, or one of an operator with those above it
 * (`operator` and its fingerprint), without its key.
 */
export type SigningCertificateTable = {
  name: string
  /** As PEM. */
  certificate: string
  /** PKCS #8 */
  private_key: Buffer
  created_at: Generated<Date>
}
