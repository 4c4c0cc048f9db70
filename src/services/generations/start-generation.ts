import { v7 as uuid } from 'uuid'
import type { Model } from '#catalogue/model.ts'
import { findAccount } from '#database/queries/accounts.ts'
import { findByRequestId } from '#database/queries/generations.ts'
import { chargeAndInsert } from '#database/queries/life/start.ts'
import { listTroubles } from '#database/queries/operator/provider-trouble.ts'
import type { GenerationRow } from '#database/tables.ts'
import { decideStart } from '#domain/start-generation.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { type Prepared, prepareInput } from './prepare-input.ts'

export type StartRequest = {
  accountId: string
  model: Model
  input: Record<string, unknown>
  /** The client's idempotency key; absent: every call is a new generation. */
  requestId: string | undefined
  isPublic: boolean
}

/**
 * Charges the account and makes the generation due, both or neither; the provider is called later, by a worker. The
 * same request id again answers the same generation and charges nothing (specification, decisions §1).
 * Throws `Refused`.
 */
export async function startGeneration(context: ServiceContext, request: StartRequest): Promise<GenerationRow> {
  const result = await tryToStart(context, request)
  if (result.started) {
    context.meter.count('atelier_generations_started_total', { kind: result.generation.kind })
    context.meter.count('atelier_credits_charged_total', { kind: result.generation.kind }, result.generation.price)
    context.changes.publishDue()
    context.changes.publish({ accountId: request.accountId, generationId: result.generation.id })
    return result.generation
  }

  const earlier = await findEarlier(context, request)
  if (earlier) return earlier
  throw result.refusal ?? new Refused(await explainRefusal(context, request.accountId, result.price))
}

type Attempt = { started: true; generation: GenerationRow } | { started: false; refusal: Refused | null; price: number }

/** The unique key on the request id makes asking for an earlier one first needless: a second charge is impossible. */
async function tryToStart(context: ServiceContext, request: StartRequest): Promise<Attempt> {
  try {
    const prepared = prepareInput(request.model, request.input, context.prices)
    const result = await chargeAndInsert(context.database, newGeneration(context, request, prepared))
    if (result.charged) return { started: true, generation: result.generation }
    return { started: false, refusal: null, price: prepared.price.credits }
  } catch (error) {
    if (error instanceof Refused) return { started: false, refusal: error, price: 0 }
    throw error
  }
}

function newGeneration(context: ServiceContext, request: StartRequest, { model, input, price }: Prepared) {
  const id = uuid()
  return {
    id,
    account_id: request.accountId,
    request_id: request.requestId ?? id,
    kind: model.kind,
    generation_type: model.generationType,
    model: model.id,
    input,
    price: price.credits,
    requested: price.quantity,
    is_public: request.isPublic,
    is_sample: context.sampleResults,
    deadline: context.deadlines[model.kind],
  }
}

async function findEarlier({ database }: ServiceContext, { accountId, requestId }: StartRequest) {
  return requestId === undefined ? undefined : findByRequestId(database, accountId, requestId)
}

/** The statement wrote nothing; this says why, by the same rule the form uses. */
async function explainRefusal({ database }: ServiceContext, accountId: string, price: number) {
  if ((await listTroubles(database)).length > 0) return { reason: 'provider_unavailable' } as const
  const account = await findAccount(database, accountId)
  const facts = account ? { credits: account.credits, hasPaid: account.has_paid } : null
  const decision = decideStart({ problems: [], account: facts, price })
  // Credits that arrived in between: the person may simply try again.
  return decision.allowed ? ({ reason: 'unavailable' } as const) : decision.refusal
}
