import { v7 as uuid } from 'uuid'
import { termsOfAnswer } from '#core/history/search-term-rules.ts'
import { recordProviderRun } from '#core/models/provider-time-queries.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { creditsFor, type Usage, usedOf } from '#core/models/rules/metering.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import { alertMessage, type OperatorMessage } from '#core/operators/operator-event-queries.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import type { DigitalSource, MarkState } from '#core/provenance/rules/mark.ts'
import { type Ending, endGeneration, type ResultFile } from './queries/end-generation.ts'
import type { ClaimedGeneration } from './queries/generation-steps.ts'
import { type FailureCode, isProvidersFailure, mayShowProviderMessage } from './rules/failure.ts'
import { decideFinish } from './rules/finish-generation.ts'
import type { Transcript } from './rules/transcript.ts'
import type { GenerationRow } from './tables.ts'

export type StoredResult = {
  position: number
  storageKey: string
  /** `null`: it is made later, if it can be. */
  thumbnailKey: string | null
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
  /** How its thumbnail looks (core/image-search); `null` without one. */
  perceptualHash: string | null
  colors: number | null
  /** `null`: the studio marks nothing. */
  mark: MarkState | null
  digitalSource: DigitalSource | null
  /** Hash of the file as it came, where its mark has changed it. */
  receivedSha256: string | null
}

/**
 * The result of a job: its files, or the text of a model that writes. `failure`: the code if there
 * is neither.
 */
export type Results = {
  results: StoredResult[]
  answer: string | null
  /** When the parts of the answer are said, of a transcription that has times. */
  transcript?: Transcript | null
  /** What the provider counted, where it tells. */
  usage?: Usage | undefined
  seed: string | null
  /** How long the job ran, if that was learnt just now. */
  ran?: Ending['ran']
  failure: FailureCode
  /** The errors of files that the provider made but that could not be stored. */
  lost?: unknown[]
}

/**
 * Ends a generation with the files that could be stored. Refunds the missing share, even without
 * `autoRefund`, which is about failed generations alone (docs/spec/money.md#refund). `false`: it
 * had ended before.
 */
export async function finishGeneration(
  context: EndGenerationParts,
  row: ClaimedGeneration,
  { results, answer, transcript = null, usage, seed, ran = null, failure, lost = [] }: Results,
): Promise<boolean> {
  const { used, due } = settleUsage(row, usage)
  const { status, refund } = decideFinish({
    price: row.price,
    requested: row.requested,
    kept: answer ? 1 : results.length,
    due,
  })
  if (status === 'failed') {
    return failGeneration(
      context,
      row,
      failure,
      null,
      failure === 'result_lost' ? lostResultAlert(row, lost) : undefined,
    )
  }

  const ended = await end(context, row, {
    id: row.id,
    accountId: row.account_id,
    leaseToken: row.lease_token,
    status,
    refund,
    seed,
    ran,
    answer,
    transcript,
    used,
    ...(row.kind === 'transcription' && answer !== null && { terms: termsOfAnswer(answer) }),
    ...(lost.length > 0 && { alert: lostResultAlert(row, lost) }),
    media: results.map(toResultFile),
  })
  if (ended) {
    announce(context, { ...row, ...startOf(row, ran) }, { status, refund, kept: results.length })
    await recordTime(context, row, row.finished_at?.getTime() ?? context.now())
    if (lost.length > 0) countLost(context, row, lost.length)
  }
  return ended
}

/** The record of a stored result, under a new id. */
export function toResultFile(result: StoredResult): ResultFile {
  return {
    id: uuid(),
    position: result.position,
    storage_key: result.storageKey,
    thumbnail_key: result.thumbnailKey,
    perceptual_hash: result.perceptualHash,
    colors: result.colors,
    content_type: result.contentType,
    bytes: result.bytes,
    sha256: result.sha256,
    width: result.width,
    height: result.height,
    duration_ms: result.durationMs,
    fps: result.fps,
    mark: result.mark,
    digital_source: result.digitalSource,
    received_sha256: result.receivedSha256,
  }
}

/** What it used of the unit that its model is paid by, and what that costs. */
function settleUsage(row: ClaimedGeneration, usage: Usage | undefined) {
  const model = modelOf(row)
  const used = model ? usedOf(model, usage) : null
  if (!model || !used) return { used: null, due: null }
  return { used, due: creditsFor(model, { input: row.input, charged: row.price }, used) }
}

export type EndGenerationParts = Parts<
  'autoRefund' | 'changes' | 'contributions' | 'database' | 'log' | 'mail' | 'meter' | 'now'
>

/**
 * Ends a generation without a result and refunds it exactly once (docs/spec/money.md#refund). The
 * provider's message is kept only where people may read it; a lost result
 * always adds an alert for the operator. `false`: it had ended before.
 */
export async function failGeneration(
  context: EndGenerationParts,
  row: GenerationRow,
  code: FailureCode,
  providerMessage: string | null = null,
  alert?: Ending['alert'],
): Promise<boolean> {
  const refund = context.autoRefund || code === 'cancelled' ? row.price : 0
  const known =
    alert ?? (code === 'result_lost' ? lostResultAlert(row, [providerMessage]) : undefined)
  const ended = await end(context, row, {
    id: row.id,
    accountId: row.account_id,
    leaseToken: code === 'cancelled' ? null : row.lease_token,
    status: 'failed',
    refund,
    failure: { code, message: mayShowProviderMessage(code) ? providerMessage : null },
    ...(known && { alert: known }),
  })
  if (ended) announce(context, row, { status: 'failed', refund, code })
  // The slowest that a job can be: a provider that fails gets no others for it.
  if (ended && isProvidersFailure(code)) await recordTime(context, row, row.deadline?.getTime())
  if (ended && code === 'result_lost') countLost(context, row, row.requested)
  return ended
}

/**
 * Records how long a job took at one of several providers of its model, for the choice of the next
 * one's (rules/order-providers.ts). `endedAt` in ms since 1970.
 */
async function recordTime(
  { database, log }: Parts<'database' | 'log'>,
  row: GenerationRow,
  endedAt = row.created_at.getTime() + kindFacts[row.kind].deadlineMs,
): Promise<void> {
  const { provider_job: job, submit_started_at: begun, model } = row
  if (!job || !begun || !modelOf(row)?.alternatives) return
  const time = { model, provider: job.provider, tookMs: endedAt - begun.getTime() }
  await recordProviderRun(database, time).catch((error: unknown) => {
    log.warn({ generation: row.id, err: error }, 'time at the provider not recorded')
  })
}

/**
 * Ends it. In the same transaction, writes what features add, and messages for the operators if it
 * failed or left an alert: these are not on the account's shard.
 */
function end(
  context: Parts<'contributions' | 'database' | 'mail' | 'now'>,
  row: GenerationRow,
  given: Ending,
): Promise<boolean> {
  const { database, contributions } = context
  const { step, provider_job: providerJob } = row
  const ending = step === 'submit' && providerJob ? { ...given, providerJob } : given
  const { endEffects } = contributions
  const parts = endEffects.flatMap(({ part, partOf }) => part ?? partOf?.(row, ending) ?? [])
  const writes = endEffects.flatMap(({ write }) => write?.(context, row, ending) ?? [])
  const messages = ending.failure?.code === 'cancelled' ? [] : messagesOf(row, ending)
  if (writes.length === 0 && messages.length === 0) return endGeneration(database, ending, parts)
  return database.transaction().execute(async (transaction) => {
    const ended = await endGeneration(transaction, ending, parts)
    if (ended) for (const write of writes) await write(transaction)
    if (ended) for (const each of messages) await announceToOperators(context, transaction, each)
    return ended
  })
}

/** What operators learn of the end of a generation. */
function messagesOf(row: GenerationRow, { status, refund, failure, alert }: Ending) {
  const { id, account_id, kind, model, price, created_at } = row
  const messages: OperatorMessage[] = []
  if (status === 'failed') {
    const data = {
      ...{ id, account_id, kind, model, price, refunded: refund },
      error_code: failure?.code ?? null,
      created_at: created_at.toISOString(),
    }
    messages.push({ event: 'generation.failed', generationId: id, data })
  }
  if (alert) messages.push(alertMessage({ ...alert, accountId: account_id, generationId: id }))
  return messages
}

/** The alert about a result that the provider made and bills but its owner did not get. */
function lostResultAlert(
  { model, provider_job: job }: GenerationRow,
  reasons: unknown[],
): NonNullable<Ending['alert']> {
  const why = reasons.filter((reason) => reason !== null).map(String)
  const known = why.length > 0 ? ` ${[...new Set(why)].join(' ').slice(0, 500)}` : ''
  return {
    reason: 'result_lost',
    note: `The provider finished a job for ${model} (${job?.requestId ?? 'unknown job'}), and its result could not be kept. It may be billed.${known}`,
  }
}

/** The alert about a submit whose outcome stays unknown. */
export function unknownOutcomeAlert({
  model,
  submit_started_at: at,
}: GenerationRow): NonNullable<Ending['alert']> {
  return {
    reason: 'unknown_outcome',
    note: `The outcome of the submit of ${model} at ${at?.toISOString()} is unknown. The person was refunded; the provider may bill a job for it.`,
  }
}

function countLost(
  { meter, log }: Parts<'log' | 'meter'>,
  row: GenerationRow,
  results: number,
): void {
  meter.count('atelier_results_lost_total', { kind: row.kind }, results)
  log.error(
    { generation: row.id, model: row.model, job: row.provider_job?.requestId, results },
    'paid result lost',
  )
}

type GenerationOutcome = {
  status: 'completed' | 'partial' | 'failed'
  refund: number
  code?: FailureCode
  kept?: number
}

function announce(
  { changes, meter, log, now }: Parts<'changes' | 'log' | 'meter' | 'now'>,
  row: GenerationRow,
  outcome: GenerationOutcome,
) {
  const { status, refund, code = '' } = outcome
  changes.publish({ accountId: row.account_id, generationId: row.id })
  meter.count('atelier_generations_ended_total', { kind: row.kind, status, error_code: code })
  if (refund > 0) meter.count('atelier_credits_refunded_total', { kind: row.kind }, refund)
  const endedAt = now()
  measureJob(meter, row, endedAt)
  log.info(
    { generation: row.id, model: row.model, ms: endedAt - row.created_at.getTime(), ...outcome },
    'ended',
  )
}

/** When the job started, as far as known. */
function startOf({ started_at, run_ms }: ClaimedGeneration, ran: Ending['ran']) {
  return ran
    ? { started_at: started_at ?? new Date(ran.until.getTime() - ran.ms), run_ms: ran.ms }
    : { started_at, run_ms }
}

function measureJob(
  meter: AllParts['meter'],
  { kind, created_at, started_at, run_ms }: GenerationRow,
  now: number,
): void {
  const observe = (part: string, from: number, to: number) =>
    meter.observe('atelier_job_seconds', { kind, part }, Math.max(0, to - from) / 1000)
  observe('all', created_at.getTime(), now)
  if (!started_at) return
  observe('queue', created_at.getTime(), started_at.getTime())
  observe('run', started_at.getTime(), run_ms === null ? now : started_at.getTime() + run_ms)
}
