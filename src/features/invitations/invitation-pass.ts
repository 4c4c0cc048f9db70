import type { SignUpPass } from '#core/accounts/sign-in/sign-up-pass.ts'
import { findInvitation, takeInvitation } from './queries.ts'
import { invitationParameter, invitationPath, invitationState, invitationToken } from './rules.ts'

declare module '#core/accounts/rules/sign-up.ts' {
  interface FeatureSignUpRefusals {
    invitation_unknown: true
    invitation_revoked: true
    invitation_expired: true
    invitation_used_up: true
  }
}

/** How an invitation makes an account of a person who brings its token. */
export const invitationPass: SignUpPass = {
  parameter: invitationParameter,
  form: invitationToken,
  note: 'invitation',
  pageOf: invitationPath,
  async check({ database, now }, tokenHash) {
    const state = invitationState(await findInvitation(database, tokenHash), now())
    return state === 'valid' ? null : `invitation_${state}`
  },
  async take(transaction, tokenHash) {
    return (await takeInvitation(transaction, tokenHash))?.credits ?? null
  },
}
