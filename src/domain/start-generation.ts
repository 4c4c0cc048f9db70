import type { FieldProblem } from '#catalogue/input/problem.ts'
import type { Credits } from '#catalogue/model.ts'

export type StartFacts = {
  problems: FieldProblem[]
  /** `null` when nobody is signed in. */
  account: { credits: Credits; hasPaid: boolean } | null
  price: Credits
}

export type StartDecision = { allowed: true } | { allowed: false; refusal: StartRefusal }

export type StartRefusal =
  | { reason: 'invalid_input'; problems: FieldProblem[] }
  | { reason: 'not_signed_in' }
  | { reason: 'insufficient_credits'; required: Credits; current: Credits }
  | { reason: 'never_paid' }

/**
 * May this generation start? The order is the specification's: missing input, sign-in, credits, then whether the
 * account has ever paid (specification, creation §4; decisions §7). The form and the server ask this same function.
 */
export function decideStart({ problems, account, price }: StartFacts): StartDecision {
  if (problems.length > 0) return refuse({ reason: 'invalid_input', problems })
  if (!account) return refuse({ reason: 'not_signed_in' })
  if (account.credits < price) {
    return refuse({ reason: 'insufficient_credits', required: price, current: account.credits })
  }
  if (!account.hasPaid) return refuse({ reason: 'never_paid' })
  return { allowed: true }
}

function refuse(refusal: StartRefusal): StartDecision {
  return { allowed: false, refusal }
}
