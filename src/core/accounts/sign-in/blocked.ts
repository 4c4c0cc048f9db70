import type { Parts } from '#core/parts.ts'
import { isBlockedEmail } from '../rules/sign-up.ts'
import type { AccountRow } from '../tables.ts'

/**
 * Whether an e-mail address may neither sign up nor sign in, by the setting `blocked_emails`.
 * Operators are never blocked: they could not undo it.
 */
export function isBlocked(
  { settings, admins }: Parts<'settings' | 'admins'>,
  { email }: Pick<AccountRow, 'email'>,
): boolean {
  return isBlockedEmail(settings.current().settings, email) && !admins.has(email.toLowerCase())
}
