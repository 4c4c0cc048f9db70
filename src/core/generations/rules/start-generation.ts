import type { Credits } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'

/** The account's state that decides starts. */
export type Starter = {
  credits: Credits
  hasPaid: boolean
  isSuspended: boolean
  /** The maximum price of one generation, and of all in a day (UTC); `null`: no limit. */
  jobCeiling: Credits | null
  dailyCap: Credits | null
  spentToday: Credits
}

export type StartFacts = {
  problems: FieldProblem[]
  /** `null` when not signed in. */
  account: Starter | null
  price: Credits
  /** What features decide; absent: nothing, or only the server knows. */
  checks?: readonly CheckStart[]
  /** What a person allowed the application that asks; absent: it is none, or only the server knows. */
  application?: ApplicationState | undefined
  /** How long until the next start is allowed, in ms; absent where only the server knows. */
  wait?: number
}

/** The caps of an application, in credits, and what it has spent of them; `null`: no limit. */
export type ApplicationState = {
  dailyCap: Credits | null
  monthlyCap: Credits | null
  spentToday: Credits
  spentThisMonth: Credits
}

/** What a feature decides of a start beside the rules of the core. */
export type CheckStart = (start: {
  price: Credits
  spentToday: Credits
}) => StartRefusal | undefined

export type StartDecision = { allowed: true } | { allowed: false; refusal: StartRefusal }

/** The error codes that features add to those of a start (`declare module`), with the details of each. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureStartErrors {}

export type StartRefusal =
  | { reason: 'invalid_input'; problems: FieldProblem[] }
  | { reason: 'not_signed_in' }
  | { reason: 'account_suspended' }
  | { reason: 'insufficient_credits'; required: Credits; current: Credits }
  | { reason: 'never_paid' }
  | { reason: 'job_ceiling'; required: Credits; max: Credits }
  /** `current`: spent today. */
  | { reason: 'daily_cap'; required: Credits; max: Credits; current: Credits }
  /** A person allowed the application less; `current`: spent by it in this day or month. */
  | {
      reason: 'application_daily_cap' | 'application_monthly_cap'
      required: Credits
      max: Credits
      current: Credits
    }
  /** `seconds`: until a retry may succeed. */
  | { reason: 'too_many_starts'; seconds: number }
  | {
      [Code in keyof FeatureStartErrors]: { reason: Code } & FeatureStartErrors[Code]
    }[keyof FeatureStartErrors]

/**
 * Decides whether this generation may start. The order is fixed: missing input, sign-in, credits,
 * then whether the account has ever paid (docs/spec/creation.md#form-rules); then its own limits,
 * the checks of features, and its rate. The form and the server use this same function.
 */
export function decideStart({
  problems,
  account,
  price,
  checks = [],
  application,
  wait = 0,
}: StartFacts): StartDecision {
  if (problems.length > 0) return refuse({ reason: 'invalid_input', problems })
  if (!account) return refuse({ reason: 'not_signed_in' })
  if (account.isSuspended) return refuse({ reason: 'account_suspended' })
  if (account.credits < price) {
    return refuse({ reason: 'insufficient_credits', required: price, current: account.credits })
  }
  if (!account.hasPaid) return refuse({ reason: 'never_paid' })
  return (
    decideByLimits(account, price) ??
    decideByCaps(price, application) ??
    decideByChecks(account, price, checks) ??
    decideByRate(wait)
  )
}

function decideByLimits(
  { jobCeiling, dailyCap, spentToday }: Starter,
  price: Credits,
): StartDecision | undefined {
  if (jobCeiling !== null && price > jobCeiling) {
    return refuse({ reason: 'job_ceiling', required: price, max: jobCeiling })
  }
  if (dailyCap !== null && spentToday + price > dailyCap) {
    return refuse({ reason: 'daily_cap', required: price, max: dailyCap, current: spentToday })
  }
  return undefined
}

function decideByCaps(
  price: Credits,
  application: ApplicationState | undefined,
): StartDecision | undefined {
  if (!application) return undefined
  const { dailyCap, monthlyCap, spentToday, spentThisMonth } = application
  if (dailyCap !== null && spentToday + price > dailyCap) {
    const sums = { required: price, max: dailyCap, current: spentToday }
    return refuse({ reason: 'application_daily_cap', ...sums })
  }
  if (monthlyCap !== null && spentThisMonth + price > monthlyCap) {
    const sums = { required: price, max: monthlyCap, current: spentThisMonth }
    return refuse({ reason: 'application_monthly_cap', ...sums })
  }
  return undefined
}

function decideByChecks(
  { spentToday }: Starter,
  price: Credits,
  checks: readonly CheckStart[],
): StartDecision | undefined {
  for (const check of checks) {
    const refusal = check({ price, spentToday })
    if (refusal) return refuse(refusal)
  }
  return undefined
}

function decideByRate(wait: number): StartDecision {
  return wait > 0
    ? refuse({ reason: 'too_many_starts', seconds: Math.ceil(wait / 1000) })
    : { allowed: true }
}

function refuse(refusal: StartRefusal): StartDecision {
  return { allowed: false, refusal }
}

const day = 86_400_000

/** The day (UTC) that spending counts for: days since 1970. `now` in ms. */
export function spendingDay(now: number): number {
  return Math.floor(now / day)
}

/**
 * Returns the credits an account has spent today, less refunds; a new day (UTC) begins at 0. `now`
 * in ms.
 */
export function spentToday(account: { spent: number; spent_day: number }, now: number): number {
  return account.spent_day === spendingDay(now) ? account.spent : 0
}

/**
 * A start rate: `burst` at once, `perMinute` continuously (the generic cell rate algorithm, GCRA:
 * after a long pause another burst is allowed).
 */
export type StartRate = { burst: number; perMinute: number }

/** The default rates of an account and of one key: a program may start 200 jobs at once. */
export const startRates: { account: StartRate; key: StartRate } = {
  account: { burst: 300, perMinute: 300 },
  key: { burst: 250, perMinute: 250 },
}

/** A rate by which a minute's worth may start at once. */
export function rateOfMinute(perMinute: number): StartRate {
  return { burst: perMinute, perMinute }
}

/** How much of a rate's time one start uses up, in ms. */
export function startCost({ perMinute }: StartRate): number {
  return 60_000 / perMinute
}

/** How far ahead of now a rate may be used up for one more start, in ms. */
export function startSlack(rate: StartRate): number {
  return (rate.burst - 1) * startCost(rate)
}

/**
 * Returns how long until the next start is allowed, in ms; 0: now. `ahead`: how far ahead of now
 * the rate is used up, in ms.
 */
export function startWait(rate: StartRate, ahead: number): number {
  return Math.max(0, ahead - startSlack(rate))
}
