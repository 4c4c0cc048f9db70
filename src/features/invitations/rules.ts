import { joinPath } from '#core/pages/page-paths-contract.ts'

/** The form of an invitation's token. */
export const invitationToken = /^[\w-]{43}$/

/** The parameter of a sign-in that has the token. */
export const invitationParameter = 'invitation'

/** The path of an invitation's page: below the one that says who may join. */
export function invitationPath(token: string): string {
  return `${joinPath}/${token}`
}

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
