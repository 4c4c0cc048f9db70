import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { providersOf } from '#core/models/rules/model.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { insertRetry, lockGeneration, makeDue, searchFailed } from './queries/admin-generations.ts'
import { refundFailedGeneration } from './queries/end-generation.ts'
import { findStorageOutage, listProviderOutages } from './queries/outages.ts'
import type { FailureCode } from './rules/failure.ts'
import { decideRetry, retryableFailures } from './rules/retry-generation.ts'
import type { GenerationRow } from './tables.ts'

type Context = Parts<'database' | 'changes' | 'deadlines' | 'meter' | 'contributions'>

/** `from`: where a failed one restarts; absent: the earliest step that is needed. */
export type RetryOrder = { id: string; from?: 'result' | 'start' | undefined }

/** `id`: the generation to watch; for a failed one it is a new one. */
export type RetryOutcome = { id: string; did: 'poll' | 'result' | 'start' }

/**
 * Polls an open generation now, or retries a failed one once, as a new generation of the same owner
 * that costs nothing; the failed one stays unchanged. Throws `Refused`: `not_found`,
 * `not_retryable`, `already_retried`, `too_late` (a worker has claimed it), `provider_unavailable`,
 * `storage_unavailable`.
 */
export async function retryGeneration(
  context: Context,
  act: OperatorAction,
  { id, from }: RetryOrder,
): Promise<RetryOutcome> {
  if (!isId(id)) throw new Refused({ reason: 'not_found' })
  const { retried, row } = await auditedTransaction(context.database, act, async (transaction) => {
    const found = await lockGeneration(transaction, id)
    if (!found) throw new Refused({ reason: 'not_found' })
    const did = decideRetry(factsOf(found), from)
    if (!did) throw new Refused({ reason: 'not_retryable' })
    const made = await (did === 'poll'
      ? pollNow(transaction, found)
      : repeat(context, transaction, { found, from: did }))
    const done = {
      act: 'generation.retry',
      accountId: made.account_id,
      generationId: id,
      details: { did, as: made.id },
    }
    return { result: { retried: { id: made.id, did }, row: made }, done }
  })
  if (retried.did !== 'poll')
    context.meter.count('atelier_generations_started_total', { kind: row.kind })
  context.changes.publishDue()
  context.changes.publish({ accountId: row.account_id, generationId: row.id })
  return retried
}

export type RetryAllOrder = {
  since: Date
  /** Only those that failed with this code; absent: every code that may succeed on a retry. */
  code?: FailureCode | undefined
  from?: RetryOrder['from']
}

/**
 * `retried`: by the id of the failed one. `refused`: how many were not, by reason. `hasMore`: more
 * match than were handled.
 */
export type RetryAllResult = {
  retried: (RetryOutcome & { of: string })[]
  refused: Record<string, number>
  hasMore: boolean
}

/** How many one request retries at most. */
const maxRetried = 500

/**
 * Retries everything that failed since a moment, each as `retryGeneration` does, in a transaction
 * and with an audit entry of its own. Skips what was retried before, so the request may be
 * repeated.
 */
export async function retryAll(
  context: Context,
  act: OperatorAction,
  { since, code, from }: RetryAllOrder,
): Promise<RetryAllResult> {
  const codes =
    code === undefined ? retryableFailures : retryableFailures.filter((one) => one === code)
  const found = await searchFailed(
    context.database,
    { since, codes, retryable: true },
    maxRetried + 1,
  )
  const answer: RetryAllResult = { retried: [], refused: {}, hasMore: found.length > maxRetried }
  for (const { id } of found.slice(0, maxRetried)) {
    try {
      answer.retried.push({
        of: id,
        ...(await retryGeneration(context, { ...act, id: undefined }, { id, from })),
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { reason } = error.refusal
      answer.refused[reason] = (answer.refused[reason] ?? 0) + 1
    }
  }
  return answer
}

function factsOf({ status, error_code, deleted_at, provider_job }: GenerationRow) {
  return {
    status,
    failure: error_code,
    isDeleted: deleted_at !== null,
    hasJob: provider_job !== null,
  }
}

async function pollNow(transaction: Database, found: GenerationRow): Promise<GenerationRow> {
  if (!(await makeDue(transaction, found))) throw new Refused({ reason: 'too_late' })
  return found
}

/** The providers that a retry asks: the job's, or for a new start any of its model. */
function askedProviders(found: GenerationRow, from: 'result' | 'start'): readonly string[] {
  const model = modelOf(found)
  if (from === 'result' && found.provider_job) return [found.provider_job.provider]
  return model ? providersOf(model) : []
}

async function repeat(
  { deadlines, contributions }: Context,
  transaction: Database,
  { found, from }: { found: GenerationRow; from: 'result' | 'start' },
): Promise<GenerationRow> {
  const outages = await listProviderOutages(transaction)
  const isOut = (id: string) => outages.some(({ provider }) => provider === id)
  const asked = askedProviders(found, from)
  if (asked.length > 0 && asked.every(isOut)) throw new Refused({ reason: 'provider_unavailable' })
  // A result can be fetched later, when storage is back; a new start must not begin.
  if (from === 'start' && (await findStorageOutage(transaction)))
    throw new Refused({ reason: 'storage_unavailable' })
  const order = { failed: found, newId: uuid(), from, deadline: deadlines[found.kind] }
  const made = await insertRetry(transaction, order, contributions.startParts)
  if (typeof made === 'string') throw new Refused({ reason: made })
  return made
}

/**
 * Refunds a failed generation once, with the same statement as its owner's own request. `note` is
 * the text its owner reads in the ledger. Returns the credits. Throws `Refused`: `not_found`,
 * `not_failed`, `already_refunded`; where the actor has a limit: `giving_limit`, `own_account`.
 */
export async function refundForOperator(
  context: Parts<'database' | 'changes' | 'meter'>,
  act: OperatorAction,
  { id, note }: { id: string; note: string },
): Promise<number> {
  if (!isId(id)) throw new Refused({ reason: 'not_found' })
  const { row, credits } = await auditedTransaction(context.database, act, async (transaction) => {
    const found = await lockGeneration(transaction, id)
    if (!found || found.deleted_at) throw new Refused({ reason: 'not_found' })
    const paidBack = await refundFailedGeneration(transaction, {
      id,
      accountId: found.account_id,
      reason: note,
    })
    if (paidBack === null)
      throw new Refused({ reason: found.status === 'failed' ? 'already_refunded' : 'not_failed' })
    const done = {
      act: 'generation.refund',
      accountId: found.account_id,
      generationId: id,
      given: paidBack,
      details: { credits: paidBack },
    }
    return { result: { row: found, credits: paidBack }, done }
  })
  context.meter.count('atelier_credits_refunded_total', { kind: row.kind }, credits)
  context.changes.publish({ accountId: row.account_id, generationId: id })
  return credits
}
