import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type OlderPage, olderPage } from '#core/accounts/find-accounts.ts'
import { hashToken } from '#core/accounts/sign-in/tokens.ts'
import { isId } from '#core/ids.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  disableBatch,
  insertBatch,
  type ListedBatch,
  listBatches,
  type NewBatch,
} from './queries.ts'
import { codeLength, writeCode } from './rules.ts'

export type { ListedBatch } from './queries.ts'

type Context = Parts<'database'>

/** `count`: of codes. `note`: for operators. */
export type BatchRequest = Omit<NewBatch, 'id' | 'created_by'> & { count: number }

/**
 * Creates gift codes that give the same; the codes, which are not stored, are returned here alone.
 * Throws `Refused` `act_repeated`.
 */
export function createCodes(
  { database }: Context,
  act: OperatorAction,
  { count, ...wanted }: BatchRequest,
): Promise<{ batch: ListedBatch; codes: string[] }> {
  const codes = Array.from({ length: count }, () => writeCode(randomBytes(codeLength)))
  const id = uuid()
  return auditedTransaction(database, act, async (transaction) => {
    await insertBatch(
      transaction,
      { ...wanted, id, created_by: act.actor },
      codes.map((code) => ({ id: uuid(), code_hash: hashToken(code) })),
    )
    const batch = await findBatch(transaction, id)
    const details = { batch: id, count, ...wanted }
    return { result: { batch, codes }, done: { act: 'code.create', details } }
  })
}

/**
 * Disables the codes of a batch; what was redeemed stays. Repeating it changes nothing but is
 * audited. Throws `Refused`: `not_found`, `act_repeated`.
 */
export function disableCodes(
  { database }: Context,
  act: OperatorAction,
  id: string,
): Promise<ListedBatch> {
  return auditedTransaction(database, act, async (transaction) => {
    if (!isId(id) || !(await disableBatch(transaction, id)))
      throw new Refused({ reason: 'not_found' })
    const result = await findBatch(transaction, id)
    return { result, done: { act: 'code.disable', details: { batch: id } } }
  })
}

async function findBatch(database: Context['database'], id: string): Promise<ListedBatch> {
  const [batch] = await listBatches(database, { id, limit: 1 })
  if (!batch) throw new Refused({ reason: 'not_found' })
  return batch
}

/** Returns batches of codes, newest first. */
export async function readCodes(
  { database }: Context,
  { before, limit }: { before: string | null; limit: number },
): Promise<OlderPage<ListedBatch>> {
  return olderPage(await listBatches(database, { before, limit: limit + 1 }), limit)
}
