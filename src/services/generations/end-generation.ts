import { v7 as uuid } from 'uuid'
import { type Ending, settle } from '#database/queries/life/settle.ts'
import type { Claimed } from '#database/queries/life/steps.ts'
import type { GenerationRow } from '#database/tables.ts'
import { decideFinish } from '#domain/ending/finish-generation.ts'
import { type FailureCode, mayShowProviderMessage } from '#domain/failure.ts'
import type { ServiceContext } from '../context.ts'

export type StoredResult = {
  position: number
  storageKey: string
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
}

/** What is left of a job: its files, or the words of a model that writes. `failure`: why, should there be nothing. */
export type Results = {
  results: StoredResult[]
  answer: string | null
  seed: string | null
  /** How long it was worked on, if that was learnt just now. */
  ran?: Ending['ran']
  failure: FailureCode
}

/** Ends a generation with what could be kept. Refunds the missing share. `false`: it had ended before. */
export async function finishGeneration(
  context: ServiceContext,
  row: Claimed,
  { results, answer, seed, ran = null, failure }: Results,
): Promise<boolean> {
  const { status, refund } = decideFinish({
    price: row.price,
    requested: row.requested,
    kept: answer ? 1 : results.length,
  })
  if (status === 'failed') return failGeneration(context, row, failure)

  const paidBack = context.autoRefund ? refund : 0
  const ended = await settle(context.database, {
    id: row.id,
    leaseToken: row.lease_token,
    status,
    refund: paidBack,
    seed,
    ran,
    answer,
    media: results.map((result) => ({
      id: uuid(),
      position: result.position,
      storage_key: result.storageKey,
      content_type: result.contentType,
      bytes: result.bytes,
      sha256: result.sha256,
      width: result.width,
      height: result.height,
      duration_ms: result.durationMs,
      fps: result.fps,
    })),
  })
  if (ended) announce(context, { ...row, ...startOf(row, ran) }, { status, refund: paidBack, kept: results.length })
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
  note?: Ending['note'],
): Promise<boolean> {
  const refund = context.autoRefund || code === 'cancelled' ? row.price : 0
  const ended = await settle(context.database, {
    id: row.id,
    leaseToken: code === 'cancelled' ? null : row.lease_token,
    status: 'failed',
    refund,
    failure: { code, message: mayShowProviderMessage(code) ? providerMessage : null },
    ...(note && { note }),
  })
  if (ended) announce(context, row, { status: 'failed', refund, code })
  return ended
}

type Outcome = { status: 'completed' | 'partial' | 'failed'; refund: number; code?: FailureCode; kept?: number }

function announce({ changes, meter, log }: ServiceContext, row: GenerationRow, outcome: Outcome) {
  const { status, refund, code = '' } = outcome
  changes.publish({ accountId: row.account_id, generationId: row.id })
  meter.count('atelier_generations_ended_total', { kind: row.kind, status, error_code: code })
  if (refund > 0) meter.count('atelier_credits_refunded_total', { kind: row.kind }, refund)
  measureJob(meter, row)
  log.info({ generation: row.id, model: row.model, ms: Date.now() - row.created_at.getTime(), ...outcome }, 'ended')
}

/** What is known of its beginning now. */
function startOf({ started_at, run_ms }: Claimed, ran: Ending['ran']) {
  return ran
    ? { started_at: started_at ?? new Date(ran.until.getTime() - ran.ms), run_ms: ran.ms }
    : { started_at, run_ms }
}

function measureJob(meter: ServiceContext['meter'], { kind, created_at, started_at, run_ms }: GenerationRow): void {
  const now = Date.now()
  const observe = (part: string, from: number, to: number) =>
    meter.observe('atelier_job_seconds', { kind, part }, Math.max(0, to - from) / 1000)
  observe('all', created_at.getTime(), now)
  if (!started_at) return
  observe('queue', created_at.getTime(), started_at.getTime())
  observe('run', started_at.getTime(), run_ms === null ? now : started_at.getTime() + run_ms)
}
