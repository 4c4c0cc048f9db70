import type { AccountRow, ApiKeyRow, SessionRow } from '#core/accounts/tables.ts'
import type { CreditEntryRow } from '#core/credits/tables.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { AccountIdentity } from './export-account-queries.ts'

/** Returns the path of a file in the zip. */
export function placeOf({ storage_key }: Pick<MediaRow, 'storage_key'>): string {
  return `files/${storage_key}`
}

/** Describes the account and what it has, without credentials. */
export function describeAccount(account: AccountRow, identities: AccountIdentity[]) {
  const { id, email, name, role, role_source, credits, has_paid, owed, created_at } = account
  const { suspended_at, approval, approval_note, terms_version, terms_accepted_at } = account
  const { daily_cap, job_ceiling, default_public, mail_when_finished, language, theme } = account
  const settings = { daily_cap, job_ceiling, default_public, mail_when_finished, language, theme }
  return {
    id,
    email,
    name,
    identities,
    role,
    role_source,
    credits,
    has_paid,
    owed,
    settings,
    suspended_at,
    approval,
    approval_note,
    terms_version,
    terms_accepted_at,
    created_at,
  }
}

export function describeSession({ user_agent, created_at, last_seen_at, expires_at }: SessionRow) {
  return { user_agent, created_at, last_seen_at, expires_at }
}

export function describeKey({
  id,
  name,
  hint,
  scopes,
  created_at,
  last_used_at,
  revoked_at,
  client_hash,
  daily_cap,
  monthly_cap,
  spent_total,
  expires_at,
}: ApiKeyRow) {
  const application = client_hash !== null && {
    is_application: true,
    ...{ daily_cap, monthly_cap, spent_total: Number(spent_total), expires_at },
  }
  return { id, name, hint, scopes, created_at, last_used_at, revoked_at, ...application }
}

export function describeEntry(entry: CreditEntryRow) {
  const { number, created_at, reason, credits, balance_after } = entry
  const { note, generation_id, payment_id } = entry
  return { number, created_at, reason, credits, balance_after, note, generation_id, payment_id }
}

export function describeFile(media: MediaRow) {
  const { id, role, content_type, bytes, sha256, width, height, duration_ms } = media
  return { id, role, file: placeOf(media), content_type, bytes, sha256, width, height, duration_ms }
}

/**
 * Describes a generation: its request, its outcome, and the paths of its
 * files.
 */
export function describeGeneration(row: GenerationRow, files: MediaRow[]) {
  const {
    id,
    request_id,
    kind,
    generation_type,
    model,
    input,
    answer,
    transcript,
    seed,
    status,
    error_code,
    error_message,
  } = row
  const {
    price,
    refunded,
    used,
    is_public,
    is_favorite,
    tags,
    parent_id,
    created_at,
    started_at,
    completed_at,
    removed_at,
    removal_note,
  } = row
  return {
    ...{ id, request_id, kind, generation_type, model, input, answer, transcript, seed },
    ...{ status, error_code, error_message, price, refunded, used },
    ...{ is_public, is_favorite, tags, parent_id, created_at, started_at, completed_at },
    ...{ removed_at, removal_note },
    files: files.map(describeFile),
  }
}
