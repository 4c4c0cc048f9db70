import { v7 as uuid } from 'uuid'
import type { OperatorNote } from '#database/queries/notes.ts'
import { settle } from '#database/queries/settle.ts'
import type { Claimed } from '#database/queries/steps.ts'
import type { GenerationRow } from '#database/tables.ts'
import { type FailureCode, mayShowProviderMessage } from '#domain/failure.ts'
import { decideFinish } from '#domain/finish-generation.ts'
import type { ServiceContext } from '../context.ts'

export type StoredResult = {
  position: number
  storageKey: string
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
}

/** Ends a generation with what could be kept. Refunds the missing share. `false`: it had ended before. */
export async function finishGeneration(
  context: ServiceContext,
  row: Claimed,
  { results, seed, failure }: { results: StoredResult[]; seed: string | null; failure: FailureCode },
): Promise<boolean> {
  const { status, refund } = decideFinish({ price: row.price, requested: row.requested, kept: results.length })
  if (status === 'failed') return failGeneration(context, row, failure)

  const ended = await settle(context.database, {
    id: row.id,
    leaseToken: row.lease_token,
    status,
    refund: context.autoRefund ? refund : 0,
    seed,
    media: results.map((result) => ({
      id: uuid(),
      account_id: row.account_id,
      generation_id: row.id,
      role: 'output',
      position: result.position,
      storage_key: result.storageKey,
      content_type: result.contentType,
      bytes: result.bytes,
      sha256: result.sha256,
      width: result.width,
      height: result.height,
    })),
  })
  if (ended) announce(context, row, { status, kept: results.length })
  return ended
}

/**
 * Ends a generation without a result and gives the credits back, exactly once (specification, decisions §4). The
 * provider's message is kept only where people may read it; `note` is for the operator. `false`: it had ended before.
 */
export async function failGeneration(
  context: ServiceContext,
  row: GenerationRow,
  code: FailureCode,
  providerMessage: string | null = null,
  note?: OperatorNote,
): Promise<boolean> {
  const ended = await settle(context.database, {
    id: row.id,
    leaseToken: code === 'cancelled' ? null : row.lease_token,
    status: 'failed',
    refund: context.autoRefund || code === 'cancelled' ? row.price : 0,
    failure: { code, message: mayShowProviderMessage(code) ? providerMessage : null },
    ...(note && { note }),
  })
  if (ended) announce(context, row, { status: 'failed', code })
  return ended
}

function announce(context: ServiceContext, row: GenerationRow, outcome: object) {
  context.changes.publish({ accountId: row.account_id, generationId: row.id })
  const ms = Date.now() - row.created_at.getTime()
  context.log.info({ generation: row.id, model: row.model, ms, ...outcome }, 'generation ended')
}
