import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { requiredTerms } from '#core/settings/studio-settings-rules.ts'
import { findAccount, setAcceptedTerms } from './queries/accounts.ts'
import type { AccountRow } from './tables.ts'

type Context = Parts<'database' | 'settings'>

/**
 * Throws `Refused` `terms_not_accepted` where the account has not accepted the terms of now.
 * `termsVersion`: the one that it had accepted when it was read; an older one is read again.
 */
export async function requireTerms(
  { database, settings }: Context,
  { accountId, termsVersion }: { accountId: string; termsVersion: number | null },
): Promise<void> {
  const required = requiredTerms(settings.current().settings)
  if ((termsVersion ?? 0) >= required) return
  const account = await findAccount(database, accountId)
  if (account && (account.terms_version ?? 0) < required)
    throw new Refused({ reason: 'terms_not_accepted' })
}

/**
 * Records that the owner of an account accepts the terms, once for each version. Throws `Refused`:
 * `terms_changed` where `version` is not that of now, `not_signed_in`.
 */
export async function acceptTerms(
  { database, settings }: Context,
  id: string,
  version: number,
): Promise<AccountRow> {
  if (version !== requiredTerms(settings.current().settings))
    throw new Refused({ reason: 'terms_changed' })
  await setAcceptedTerms(database, id, version)
  const account = await findAccount(database, id)
  if (!account || account.deleted_at) throw new Refused({ reason: 'not_signed_in' })
  return account
}
