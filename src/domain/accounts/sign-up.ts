import type { StudioSettings } from '../studio-settings.ts'

/** The form of an invitation's token. */
export const invitationToken = /^[\w-]{43}$/

/** The maximum of uses, of credits for each account, and of days until an invitation expires. */
export const invitationLimits = { uses: 10_000, credits: 10_000_000, days: 365 } as const

/** What of an invitation decides whether it counts. `used`: how many accounts it has made. */
export type InvitationFacts = {
  uses: number
  used: number
  expires_at: Date
  revoked_at: Date | null
}

export const invitationStates = ['valid', 'unknown', 'revoked', 'expired', 'used_up'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Returns whether an invitation counts at `now` (ms since 1970), and why not. */
export function invitationState(
  invitation: InvitationFacts | undefined,
  now: number,
): InvitationState {
  if (!invitation) return 'unknown'
  if (invitation.revoked_at) return 'revoked'
  if (invitation.expires_at.getTime() <= now) return 'expired'
  return invitation.used < invitation.uses ? 'valid' : 'used_up'
}

/**
 * What signing in does for a person without an account: `create` one, create one that waits for
 * approval, or nothing, and why.
 */
export type SignUpDecision = 'create' | 'wait' | 'closed' | 'domain' | 'invitation_needed'

type Policy = Pick<StudioSettings, 'sign_up' | 'email_domains' | 'blocked_emails'>

/**
 * Decides on a person without an account. An invitation stands for an approval; it does not open a
 * closed studio, nor one for other domains.
 */
export function decideSignUp(
  { sign_up: policy, email_domains: domains }: Policy,
  { email, isInvited }: { email: string; isInvited: boolean },
): SignUpDecision {
  if (policy === 'closed') return 'closed'
  if (!isOfDomains(domains, email)) return 'domain'
  if (policy === 'open' || isInvited) return 'create'
  return policy === 'approval' ? 'wait' : 'invitation_needed'
}

/** Whether an e-mail address, or its domain, is blocked. */
export function isBlockedEmail(
  { blocked_emails: blocked }: Pick<Policy, 'blocked_emails'>,
  email: string,
): boolean {
  if (blocked.length === 0) return false
  return blocked.includes(email.toLowerCase()) || blocked.includes(domainOf(email))
}

/** Whether an e-mail address has one of these domains; an empty list allows every address. */
export function isOfDomains(domains: readonly string[], email: string): boolean {
  return domains.length === 0 || domains.includes(domainOf(email))
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
