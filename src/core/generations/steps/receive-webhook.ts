import { isId } from '#core/ids.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { type ProviderRoute, providersOf, routesOf } from '#core/models/rules/model.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import { alertMessage } from '#core/operators/operator-event-queries.ts'
import { createAlert } from '#core/operators/operator-log-queries.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { inSpan } from '#platform/telemetry/tracing.ts'
import type { Output } from '#providers/provider.ts'
import { cancelAbandonedJob } from '../cancel-generation.ts'
import {
  findForWebhook,
  type ResumedGeneration,
  resumeFinished,
  resumeRecovered,
  type WebhookCaller,
} from '../queries/resume-generation.ts'
import { isOpen } from '../rules/status.ts'
import { leaseTime } from '../rules/timetable.ts'
import type { GenerationRow, ProviderJob } from '../tables.ts'
import { findEndpoint } from './choose-provider.ts'
import { findProvider } from './find-provider.ts'

/** A webhook as received. `provider`: whose it claims to be. `accountId`, `id` and `token` are from its address, `kinds` what its path is for. */
export type Webhook = {
  provider: string
  accountId: string
  id: string
  token: string
  kinds: readonly Kind[]
  body: Uint8Array
  header: (name: string) => string | undefined
}

/**
 * `due`: its generation is now due for collecting. `recovered`: the same, after a submit with an
 * unknown outcome. `known`: nothing changed, because the generation has ended or is being
 * collected. `early`: the submit may still be answered, or the job cannot be read now; the webhook
 * must be sent again. `forged`: its signature is invalid or old. `unknown`: there is no such
 * generation, token or job.
 */
export type Reception = 'due' | 'recovered' | 'known' | 'early' | 'forged' | 'unknown'

/**
 * Verifies a webhook and makes its generation due; the result is fetched from the provider, never
 * taken from the webhook (docs/spec/api.md#webhooks). Repeated, late and out-of-order ones change
 * nothing. Throws `Refused` `unavailable` when the provider's keys cannot be fetched.
 */
export async function receiveWebhook(
  context: ReceiveWebhookParts,
  webhook: Webhook,
): Promise<Reception> {
  const startedAt = Date.now()
  const event = await readEvent(context, webhook)
  if (!event) return 'forged'
  const { provider, accountId, id, token, kinds } = webhook
  if (!isId(accountId) || !isId(id) || !isId(token)) return 'unknown'

  const caller = { provider, accountId, id, token, kinds, requestId: event.requestId }
  const { reception, traceContext } = await resume(context, caller)
  if (traceContext) {
    const attributes = {
      ...{ 'atelier.generation': id, 'atelier.provider': provider },
      'atelier.reception': reception,
    }
    // Its trace is known only now, so the span is recorded when the work is done.
    inSpan(
      'webhook',
      { kind: 'consumer', parent: traceContext, startedAt, attributes },
      () => undefined,
    )
  }
  return reception
}

/** Without the provider's keys it cannot be verified: the provider will send it again. */
async function readEvent({ providers, log }: Parts<'log' | 'providers'>, webhook: Webhook) {
  const provider = providers.get(webhook.provider)?.provider
  if (!provider?.readWebhook) return null
  return provider.readWebhook(webhook.body, webhook.header).catch((error: unknown) => {
    log.error({ err: error }, 'webhook keys could not be fetched')
    throw new Refused({ reason: 'unavailable' })
  })
}

type Resumption = { reception: Reception; traceContext: string | null }

async function resume(context: ReceiveWebhookParts, caller: WebhookCaller): Promise<Resumption> {
  const resumed = await makeDue(context, caller)
  if (resumed) return { reception: 'due', traceContext: resumed.traceContext }

  const row = await findForWebhook(context.database, caller)
  const reception = row?.submit_started_at ? await resumeOther(context, caller, row) : 'unknown'
  return { reception, traceContext: reception === 'unknown' ? null : (row?.trace_context ?? null) }
}

type ReceiveWebhookParts = ReceiveLateResultParts & Parts<'changes' | 'localWorker'>

/** Handles the webhook of a generation that could not be made due at once. */
async function resumeOther(
  context: ReceiveWebhookParts,
  caller: WebhookCaller,
  row: GenerationRow,
): Promise<Reception> {
  if (!canBeOf(row, caller.provider)) return 'unknown'
  if (row.provider_job && row.provider_job.requestId !== caller.requestId) return 'unknown'
  if (!isOpen(row.status)) return receiveLateResult(context, row, caller)
  if (row.step === 'await' && !row.provider_job) return recoverSubmit(context, row, caller)
  // The submit's answer may have been written in between.
  if (await makeDue(context, caller)) return 'due'
  return row.provider_job ? 'known' : 'early'
}

/**
 * Passes the row to this process's worker, where that is free; else notifies the workers of every
 * process.
 */
async function makeDue(
  { database, localWorker, changes }: Parts<'changes' | 'database' | 'localWorker'>,
  caller: WebhookCaller,
): Promise<ResumedGeneration | null> {
  const reservation = localWorker.reserve()
  let resumed: ResumedGeneration | null = null
  try {
    resumed = await resumeFinished(
      database,
      caller,
      reservation && { token: reservation.token, time: leaseTime },
    )
  } finally {
    reservation?.use(resumed?.claimed ?? null)
  }
  if (resumed && !resumed.claimed) changes.publishDue()
  return resumed
}

/** Whether a provider has the generation's job, or may have it where that is unknown. */
function canBeOf(row: GenerationRow, provider: string): boolean {
  if (row.provider_job) return row.provider_job.provider === provider
  const model = modelOf(row)
  return model !== undefined && providersOf(model).includes(provider)
}

/**
 * Whether the output repeats another prompt than the request's. Unknown where the provider may
 * rewrite the prompt.
 */
function isOfAnother({ prompt }: Output, sent: Record<string, unknown>): boolean {
  const mayDiffer = sent.enable_prompt_expansion === true || sent.enhance_prompt === true
  return Boolean(prompt) && !mayDiffer && prompt !== sent.prompt
}

/**
 * The submit's answer was lost. The prompt the provider reports, if any, must be the requested one.
 */
async function recoverSubmit(
  context: Parts<'changes' | 'database' | 'endpoints' | 'log' | 'providers'>,
  row: GenerationRow,
  caller: WebhookCaller,
) {
  const { database, changes, log } = context
  const found = findJob(context, row, caller)
  if (!found) return 'unknown'
  const { route, job } = found
  const { provider } = findProvider(context, job.provider)
  const output = await provider.result(job).catch(() => null)
  if (!output) return 'early'
  if (isOfAnother(output, route.toProvider(row.input))) return 'unknown'

  const recovered = await resumeRecovered(database, caller, job)
  if (!recovered) return 'early'
  log.warn({ generation: row.id, job: job.requestId }, 'lost submit recovered by webhook')
  changes.publish({ accountId: row.account_id, generationId: row.id })
  changes.publishDue()
  return 'recovered'
}

/**
 * The provider's job of a generation that never got its id from the submit, and what was sent;
 * `undefined`: its model was removed.
 */
function findJob(
  context: Parts<'endpoints'>,
  row: GenerationRow,
  { provider, requestId }: WebhookCaller,
): { route: ProviderRoute; job: ProviderJob } | undefined {
  const model = modelOf(row)
  const route = model && routesOf(model).find((one) => one.provider === provider)
  if (!route) return undefined
  const endpoint = findEndpoint(context, route, row.input)
  return { route, job: { provider, endpoint, requestId, urls: {} } }
}

type ReceiveLateResultParts = Parts<
  'background' | 'contributions' | 'database' | 'endpoints' | 'log' | 'providers'
>

/**
 * Its generation ended before its job was known, and was refunded. It stays so: the operator is
 * alerted, because the provider may bill the job, and the provider is asked to cancel it.
 */
async function receiveLateResult(
  context: ReceiveLateResultParts,
  row: GenerationRow,
  caller: WebhookCaller,
): Promise<Reception> {
  const { requestId } = caller
  if (row.status !== 'failed' || row.provider_job) return 'known'
  const note = `The provider answered ${row.model} with job ${requestId} after it had been given up and refunded.`
  const alert = { accountId: row.account_id, generationId: row.id, reason: 'late_result' } as const
  await context.database.transaction().execute(async (transaction) => {
    const isNew = await createAlert(transaction, { ...alert, note })
    if (isNew) await announceToOperators(context, transaction, alertMessage(alert))
  })
  const job = findJob(context, row, caller)?.job
  if (job) context.background.run(() => cancelAbandonedJob(context, row.id, job))
  return 'known'
}
