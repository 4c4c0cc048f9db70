import { v7 as uuid } from 'uuid'
import type { Database } from '#database/database.ts'
import {
  insertRetry,
  lockGeneration,
  makeDue,
  searchFailed,
} from '#database/queries/admin-generations.ts'
import { payBack } from '#database/queries/end-generation.ts'
import { findStorageOutage, listProviderOutages } from '#database/queries/outages.ts'
import type { GenerationRow } from '#database/tables.ts'
import type { FailureCode } from '#domain/failure.ts'
import { decideRetry, retryableFailures } from '#domain/retry-generation.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'
import { auditedTransaction, type OperatorAction } from './audited-transaction.ts'

type Context = Pick<ServiceContext, 'database' | 'changes' | 'deadlines' | 'meter'>

/** `from`: where a failed one begins again; left out, where it makes sense. */
export type RetryOrder = { id: string; from?: 'result' | 'start' | undefined }

/** `id`: of the generation to watch, which for a failed one is new. */
export type Retried = { id: string; did: 'poll' | 'result' | 'start' }

/**
 * Looks at an open generation now, or tries a failed one again as a new generation of the same
 * owner, who pays nothing for it. A failed one stays as it ended and is tried again once. Throws
 * `Refused`: `not_found`, `not_retryable`, `already_retried`, `too_late` (a worker has it in its
 * hands), `provider_unavailable`, `storage_unavailable`.
 */
export async function retryGeneration(
  context: Context,
  act: OperatorAction,
  { id, from }: RetryOrder,
): Promise<Retried> {
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
  /** Only what failed so; left out, everything that may succeed another time. */
  code?: FailureCode | undefined
  from?: RetryOrder['from']
}

/**
 * `retried`: by the id of the failed one. `refused`: how many were not, by reason. `hasMore`: there
 * are more than were looked at.
 */
export type RetriedAll = {
  retried: (Retried & { of: string })[]
  refused: Record<string, number>
  hasMore: boolean
}

/** So many are retried by one order. */
const mostRetried = 500

/**
 * Retries everything that failed since a moment, each as `retryGeneration` does, in a transaction
 * and with an entry in the audit log of its own. What was retried before is left out, so that the
 * order may be repeated.
 */
export async function retryAll(
  context: Context,
  act: OperatorAction,
  { since, code, from }: RetryAllOrder,
): Promise<RetriedAll> {
  const codes =
    code === undefined ? retryableFailures : retryableFailures.filter((one) => one === code)
  const found = await searchFailed(
    context.database,
    { since, codes, retryable: true },
    mostRetried + 1,
  )
  const answer: RetriedAll = { retried: [], refused: {}, hasMore: found.length > mostRetried }
  for (const { id } of found.slice(0, mostRetried)) {
    try {
      const { actor, reason } = act
      answer.retried.push({
        of: id,
        ...(await retryGeneration(context, { actor, reason }, { id, from })),
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
  if (!(await makeDue(transaction, found.id))) throw new Refused({ reason: 'too_late' })
  return found
}

async function repeat(
  { deadlines }: Context,
  transaction: Database,
  { found, from }: { found: GenerationRow; from: 'result' | 'start' },
): Promise<GenerationRow> {
  if ((await listProviderOutages(transaction)).length > 0)
    throw new Refused({ reason: 'provider_unavailable' })
  // What is fetched again may wait for storage; new work may not.
  if (from === 'start' && (await findStorageOutage(transaction)))
    throw new Refused({ reason: 'storage_unavailable' })
  const order = { id: found.id, newId: uuid(), from, deadline: deadlines[found.kind] }
  const made = await insertRetry(transaction, order)
  if (!made) throw new Refused({ reason: 'already_retried' })
  return made
}

/**
 * Gives back what was paid for a generation that failed, once, by the statement its owner's own
 * request uses. `note` is what the owner reads in the ledger. Answers the credits. Throws
 * `Refused`: `not_found`, `not_failed`, `already_refunded`.
 */
export async function refundForOperator(
  context: Pick<ServiceContext, 'database' | 'changes' | 'meter'>,
  act: OperatorAction,
  { id, note }: { id: string; note: string },
): Promise<number> {
  if (!isId(id)) throw new Refused({ reason: 'not_found' })
  const { row, credits } = await auditedTransaction(context.database, act, async (transaction) => {
    const found = await lockGeneration(transaction, id)
    if (!found || found.deleted_at) throw new Refused({ reason: 'not_found' })
    const paidBack = await payBack(transaction, { id, reason: note })
    if (paidBack === null)
      throw new Refused({ reason: found.status === 'failed' ? 'already_refunded' : 'not_failed' })
    const done = {
      act: 'generation.refund',
      accountId: found.account_id,
      generationId: id,
      details: { credits: paidBack },
    }
    return { result: { row: found, credits: paidBack }, done }
  })
  context.meter.count('atelier_credits_refunded_total', { kind: row.kind }, credits)
  context.changes.publish({ accountId: row.account_id, generationId: id })
  return credits
}
