import { readStartRules, type StartRule } from '#core/accounts/start-checks.ts'
import { queueHistoryTask } from '#core/history/queries/tasks.ts'
import { retryUntilDone } from '#core/jobs/background.ts'
import type { Reservation } from '#core/jobs/local-worker.ts'
import type { Parts } from '#core/parts.ts'
import type { Refusal } from '#core/refused.ts'
import { releaseClaim } from './queries/generation-steps.ts'
import { findOutage } from './queries/outages.ts'
import { findStartFacts, type StartFactsRow } from './queries/start-facts.ts'
import {
  type ChargeResult,
  chargeAndInsert,
  type NewGeneration,
} from './queries/start-generation.ts'
import {
  decideStart,
  rateOfMinute,
  type StartDecision,
  startWait,
} from './rules/start-generation.ts'
import { leaseTime } from './rules/timetable.ts'
import type { GenerationRow } from './tables.ts'

/** The account to charge, the API key used, and the price in credits. */
type ChargeRequest = {
  accountId: string
  keyId: string | null
  /** The id of the model, and the providers that can run it. */
  model: string
  providers: readonly string[]
  price: number
}

/**
 * Decides whether this may start, by the rule the form uses too. `past`: how many ms ago to decide
 * for: rates and slots that became free since then count as used.
 */
export async function decideForAccount(
  context: Parts<'contributions' | 'database' | 'rates' | 'settings'>,
  request: ChargeRequest,
  past = 0,
): Promise<StartDecision> {
  const rules = await readStartRules(context, request.accountId)
  const isFree = context.settings.current().settings.free_mode
  return decideByRules(context, { ...request, isFree, rules }, past)
}

/** The same, where these rules of features decide; `isFree`: also for an account that never paid. */
export async function decideByRules(
  context: Parts<'database' | 'rates'>,
  request: ChargeRequest & { isFree: boolean; rules: readonly StartRule[] },
  past = 0,
): Promise<StartDecision> {
  const { rules } = request
  const facts = await findStartFacts(context.database, request)
  if (!facts) return decideStart({ problems: [], account: null, price: request.price })
  const {
    credits,
    has_paid: hasPaid,
    is_suspended: isSuspended,
    job_ceiling: jobCeiling,
    daily_cap: dailyCap,
  } = facts
  const account = {
    credits,
    hasPaid: hasPaid || request.isFree,
    isSuspended,
    jobCeiling,
    dailyCap,
    spentToday: facts.spent_today,
  }
  const checks = rules.map(
    ({ decide }) =>
      (start: { price: number; spentToday: number }) =>
        decide({ ...start, model: request.model, providers: request.providers }),
  )
  const wait = waitOf(context, facts, past, rules)
  const application = {
    dailyCap: facts.key_daily_cap,
    monthlyCap: facts.key_monthly_cap,
    spentToday: facts.key_today ?? 0,
    spentThisMonth: facts.key_this_month ?? 0,
  }
  return decideStart({ problems: [], account, price: request.price, checks, application, wait })
}

function waitOf(
  { rates }: Parts<'rates'>,
  { ahead, key_ahead: keyAhead }: StartFactsRow,
  past: number,
  rules: readonly StartRule[],
): number {
  const perMinute = rules.map(({ startsPerMinute }) => startsPerMinute).find((own) => own !== null)
  const rate = perMinute === undefined ? rates.account : rateOfMinute(perMinute)
  const ofKey = keyAhead === null ? 0 : startWait(rates.key, keyAhead + past)
  return Math.max(startWait(rate, ahead + past), ofKey)
}

/** Returns why the charge wrote nothing, at most `past` ms ago. */
export async function explainRefusal(
  context: Parts<'contributions' | 'database' | 'providers' | 'rates' | 'settings'>,
  request: ChargeRequest,
  past: number,
): Promise<Refusal> {
  if (request.providers.length === 0) return { reason: 'provider_not_configured' }
  const outage = await findOutage(context.database, request.providers)
  if (outage) return { reason: outage }
  const decision = await decideForAccount(context, request, past)
  // Credits were added or a file was deleted in between: the person may try again.
  return decision.allowed ? { reason: 'unavailable' } : decision.refusal
}

type ChargeGenerationParts = Parts<
  'background' | 'changes' | 'contributions' | 'database' | 'localWorker' | 'log'
>

/**
 * Charges and inserts. Where this process's worker is free the row is inserted already claimed by
 * it, so that the provider is called after one commit, not two
 * (docs/decisions/0021-born-claimed.md); else it is due, and the workers of every process are
 * notified.
 */
export async function chargeGeneration(
  context: ChargeGenerationParts,
  generation: NewGeneration,
): Promise<ChargeResult> {
  const reservation = context.localWorker.reserve()
  const result = reservation
    ? await chargeFor(context, generation, reservation)
    : await chargeAndInsert(context.database, generation, context.contributions)
  if (result.charged && !reservation) context.changes.publishDue()
  if (result.charged) queueIndex(context, result.generation)
  return result
}

/** Makes the index of the account's histories due, after so many generations of it. */
export function queueIndex(
  { background, database }: Parts<'background' | 'database'>,
  { number, account_id: accountId }: Pick<GenerationRow, 'number' | 'account_id'>,
): void {
  if (number % indexInterval === 0) background.run(() => queueHistoryTask(database, accountId))
}

/** After so many generations the index of an account's histories is due. */
const indexInterval = 64

async function chargeFor(
  context: Parts<'background' | 'changes' | 'contributions' | 'database' | 'log'>,
  generation: NewGeneration,
  { token, use }: Reservation,
) {
  try {
    const claimed = { ...generation, lease: { token, time: leaseTime } }
    const result = await chargeAndInsert(context.database, claimed, context.contributions)
    const held = {
      lease_token: token,
      step: 'submit',
      late: false,
      past_deadline: false,
      submit_attempted: false,
      lost_leases: 0,
      stalls: 0,
    } as const
    use(result.charged ? { ...result.generation, ...held } : null)
    return result
  } catch (error) {
    use(null)
    const charge = { id: generation.id, accountId: generation.account_id, token }
    context.background.run(() => releaseToOtherWorkers(context, charge))
    throw error
  }
}

/**
 * Whether the charge was committed is unknown, but nothing was submitted: releases the claim, so
 * that any worker may submit it.
 */
async function releaseToOtherWorkers(
  context: Parts<'changes' | 'database' | 'log'>,
  row: { id: string; accountId: string; token: string },
): Promise<void> {
  if (await retryUntilDone(context, () => releaseClaim(context.database, row)))
    context.changes.publishDue()
}
