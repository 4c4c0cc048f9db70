import type { AccountView } from '#core/accounts/contract/account.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import {
  decideStart,
  type Starter,
  type StartRefusal,
  spendingDay,
} from '#core/generations/rules/start-generation.ts'
import { factsOfKind, type Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { ApiError, serverNow } from '#web/lib/api.ts'
import type { CreateBody } from '#web/lib/jobs/generations.ts'
import type { Recipe } from './recipe.ts'
import type { RequestIds } from './request-ids.ts'

/** The outcome of a press on the button. */
export type StartOutcome =
  | { result: 'started'; generation: GenerationView }
  | { result: 'refused'; refusal: StartRefusal }
  /**
   * `isSent`: the request to start may have reached the server; without it nothing can have been
   * charged.
   */
  | { result: 'failed'; error: ApiError; isSent: boolean }
  /** Another account is signed in than the one the button was pressed with; nothing was charged. */
  | { result: 'account-changed' }
  /** The same request is still running: a double click. */
  | { result: 'repeated' }

/** The dependencies of a start. Each may throw `ApiError`. */
export type StartContext = {
  /** The last known account, or a fresh one; `null` when signed out. */
  findAccount(freshness: 'as-seen' | 'fresh'): Promise<AccountView | null>
  findPrices(): Promise<Prices>
  /** `account`: the id of the account that must pay, even if another one is signed in by now. */
  create(kind: Kind, body: CreateBody, account: string): Promise<{ generation: GenerationView }>
  requestIds: RequestIds
}

/**
 * Starts a generation after the checks of docs/spec/creation.md#form-rules, in its order: input,
 * sign-in, credits, ever paid, the account's own limits. A refusal that depends on the account is
 * checked against the server's latest before it is reported.
 */
export async function startGeneration(
  recipe: Recipe,
  context: StartContext,
): Promise<StartOutcome> {
  const parsed = parseInput(recipe.model, recipe.values)
  if (!parsed.ok)
    return { result: 'refused', refusal: { reason: 'invalid_input', problems: parsed.problems } }

  let isSent = false
  try {
    const price = priceOf(recipe.model, parsed.input, await context.findPrices()).credits
    const decide = (account: AccountView | null) =>
      decideStart({ problems: [], account: factsOf(account), price })

    const seen = await context.findAccount('as-seen')
    let account = seen
    let decision = decide(account)
    if (!decision.allowed) {
      account = await context.findAccount('fresh')
      decision = decide(account)
    }
    // The credits of an account that the page did not show when the button was pressed are never
    // spent.
    if (account && account.id !== seen?.id) return { result: 'account-changed' }
    if (!decision.allowed) return { result: 'refused', refusal: decision.refusal }
    if (!account) throw new Error('A decision without an account allows nothing')
    isSent = true
    return await send({ recipe, input: parsed.input, price }, context, account.id)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_changed')
      return { result: 'account-changed' }
    if (error instanceof ApiError) return { result: 'failed', error, isSent }
    throw error
  }
}

/**
 * The create call for a recipe without its key; `input` is what the model parsed from the recipe's
 * values.
 */
export function createBody({ model, isPublic, parentId }: Recipe, input: Record<string, unknown>) {
  return {
    ...input,
    model: model.id,
    isPublic,
    ...typeNamed(model),
    ...(parentId && { parent_id: parentId }),
  }
}

/** `price`: what the page shows; the server charges nothing else. */
type Priced = { recipe: Recipe; input: Record<string, unknown>; price: number }

async function send(
  { recipe, input, price }: Priced,
  context: StartContext,
  account: string,
): Promise<StartOutcome> {
  const body = createBody(recipe, input)
  // Not by its price: a retry of a request without an answer must not be another request.
  const request = JSON.stringify(body)
  const requestId = context.requestIds.begin(request)
  if (!requestId) return { result: 'repeated' }

  let started = false
  try {
    const { generation } = await context.create(
      recipe.model.kind,
      { ...body, expected_credits: price, request_id: requestId },
      account,
    )
    started = true
    return { result: 'started', generation }
  } catch (error) {
    // The key belongs to another request: with it this one would always be rejected.
    if (error instanceof ApiError && error.code === 'request_id_reused') started = true
    throw error
  } finally {
    context.requestIds.end(request, started)
  }
}

/** The kind's own names of type and model in its create call (docs/spec/creation.md#kinds). */
function typeNamed({ id, kind, generationType }: Model): Record<string, string> {
  const {
    typeField,
    modelFields: [modelField = 'model'],
  } = factsOfKind(kind)
  return { [modelField]: id, ...(typeField && { [typeField]: generationType }) }
}

/** An account that was fetched long ago is fetched again before a refusal is reported. */
function factsOf(account: AccountView | null) {
  const now = serverNow()
  return account && starterOf(account, { seenAt: now, now })
}

/**
 * An account as the rules for starting see it. `seenAt`: when the server sent it, in ms; an earlier
 * day's (UTC) spending no longer counts.
 */
export function starterOf(
  account: AccountView,
  { seenAt, now }: { seenAt: number; now: number },
): Starter {
  const { credits, has_ever_paid, is_suspended, limits } = account
  return {
    credits: credits.left_credits,
    hasPaid: has_ever_paid,
    isSuspended: is_suspended,
    jobCeiling: limits.job_ceiling,
    dailyCap: limits.daily_cap,
    spentToday: spendingDay(seenAt) < spendingDay(now) ? 0 : limits.spent_today,
  }
}
