/** Why the core lets a person have no account here. */
export const signUpRefusals = ['blocked', 'closed', 'domain', 'invitation_needed'] as const

/** The refusals that features add (`declare module`), as names. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureSignUpRefusals {}

/** Why a person may not have an account here. The page `/join` says what to do. */
export type SignUpRefusal = (typeof signUpRefusals)[number] | keyof FeatureSignUpRefusals

/**
 * What signing in does for a person without an account: `create` one, create one that waits for
 * approval, or nothing, and why.
 */
export type SignUpDecision = 'create' | 'wait' | 'closed' | 'domain' | 'invitation_needed'

/** What a studio's settings say of it. */
type Policy = {
  sign_up: 'open' | 'approval' | 'invitation' | 'closed'
  email_domains: readonly string[]
  blocked_emails: readonly string[]
}

/**
 * Decides on a person without an account. A pass stands for an approval; it does not open a closed
 * studio, nor one for other domains.
 */
export function decideSignUp(
  { sign_up: policy, email_domains: domains }: Policy,
  { email, hasPass }: { email: string; hasPass: boolean },
): SignUpDecision {
  if (policy === 'closed') return 'closed'
  if (!isOfDomains(domains, email)) return 'domain'
  if (policy === 'open' || hasPass) return 'create'
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
