import { findModel } from '#catalogue/catalogue.ts'
import type { Kind } from '#catalogue/kinds.ts'
import { endpointOf } from '#catalogue/model.ts'
import { createAlert } from '#database/queries/operator-log.ts'
import {
  findForWebhook,
  type ResumedGeneration,
  resumeFinished,
  resumeRecovered,
  type WebhookCaller,
} from '#database/queries/resume-generation.ts'
import type { GenerationRow, ProviderJob } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import { leaseTime } from '#domain/timetable.ts'
import type { Output } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import { cancelAbandonedJob } from '../generations/cancel-generation.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

/** A webhook as it came. `id` and `token` are from its address, `kinds` what its path is for. */
export type Webhook = {
  id: string
  token: string
  kinds: readonly Kind[]
  body: Uint8Array
  header: (name: string) => string | undefined
}

/**
 * `due`: its generation is now due for collecting. `rescued`: so is one whose submit had lost its
 * answer. `known`: it changed nothing, because the generation has ended or is being collected.
 * `early`: its submit may still be answered, or the job cannot be looked at just now; it must be
 * sent again. `forged`: the provider did not sign it just now. `unknown`: there is no such
 * generation, token or job.
 */
export type Reception = 'due' | 'rescued' | 'known' | 'early' | 'forged' | 'unknown'

/**
 * Verifies a webhook and makes its generation due; what the job made is asked of the provider,
 * never taken from here (docs/spec/api.md#webhooks). Repeated, late and out-of-order ones change
 * nothing twice. Throws `Refused` with `unavailable` when the provider's keys cannot be had.
 */
export async function receiveWebhook(
  context: ServiceContext,
  webhook: Webhook,
): Promise<Reception> {
  const event = await readEvent(context, webhook)
  if (!event) return 'forged'
  if (!isId(webhook.id) || !isId(webhook.token)) return 'unknown'

  const { id, token, kinds } = webhook
  return wake(context, { id, token, kinds, requestId: event.requestId })
}

/** Without the provider's keys nothing can be said: it will send the webhook again. */
async function readEvent({ provider, log }: ServiceContext, { body, header }: Webhook) {
  return provider.readWebhook(body, header).catch((error: unknown) => {
    log.error({ err: error }, 'webhook keys could not be fetched')
    throw new Refused({ reason: 'unavailable' })
  })
}

async function wake(context: ServiceContext, caller: WebhookCaller): Promise<Reception> {
  const { database } = context
  if (await wakeForWorker(context, caller)) return 'due'

  const row = await findForWebhook(database, caller)
  if (!row?.submit_started_at) return 'unknown'
  if (row.provider_job && row.provider_job.requestId !== caller.requestId) return 'unknown'
  if (!isOpen(row.status)) return receiveLateResult(context, row, caller.requestId)
  if (row.step === 'await' && !row.provider_job) return rescue(context, row, caller)
  // The submit's answer may have been written in between.
  if (await wakeForWorker(context, caller)) return 'due'
  return row.provider_job ? 'known' : 'early'
}

/**
 * The worker of this process, where it has room, has the row at once; else the workers of every
 * process are told.
 */
async function wakeForWorker(
  { database, handoff, changes }: ServiceContext,
  caller: WebhookCaller,
): Promise<boolean> {
  const reservation = handoff.reserve()
  let woken: ResumedGeneration | null = null
  try {
    woken = await resumeFinished(
      database,
      caller,
      reservation && { token: reservation.token, time: leaseTime },
    )
  } finally {
    reservation?.use(woken?.claimed ?? null)
  }
  if (woken && !woken.claimed) changes.publishDue()
  return woken !== null
}

/**
 * Does the output tell of other words than were asked for? Where the provider may improve them,
 * nobody can say.
 */
function isOfAnother({ prompt }: Output, asked: Record<string, unknown>): boolean {
  const mayDiffer = asked.enable_prompt_expansion === true || asked.enhance_prompt === true
  return Boolean(prompt) && !mayDiffer && prompt !== asked.prompt
}

/**
 * The submit lost its answer. What the provider worked on, if it says, must be what was asked for.
 */
async function rescue(
  { database, provider, endpoints, changes, log }: ServiceContext,
  row: GenerationRow,
  caller: WebhookCaller,
) {
  const model = findModel(row.model, row.generation_type)
  const job = jobOf(endpoints, row, caller.requestId)
  if (!model || !job) return 'unknown'
  const output = await provider.result(job).catch(() => null)
  if (!output) return 'early'
  if (isOfAnother(output, model.toProvider(row.input))) return 'unknown'

  const rescued = await resumeRecovered(database, caller, job)
  if (!rescued) return 'early'
  log.warn({ generation: row.id, job: job.requestId }, 'lost submit recovered by webhook')
  changes.publish({ accountId: row.account_id, generationId: row.id })
  changes.publishDue()
  return 'rescued'
}

/**
 * The provider's job of a generation that never heard its id from the submit; `null`: its model is
 * gone.
 */
function jobOf(
  endpoints: ServiceContext['endpoints'],
  row: GenerationRow,
  requestId: string,
): ProviderJob | null {
  const model = findModel(row.model, row.generation_type)
  if (!model) return null
  const endpoint = endpointOf(model, row.input)
  return { endpoint: endpoints[endpoint] ?? endpoint, requestId, urls: {} }
}

/**
 * It had ended before its job was known, and was refunded. It stays so: the operator is alerted,
 * because the provider may bill the job, and the provider is asked to stop it.
 */
async function receiveLateResult(
  context: ServiceContext,
  row: GenerationRow,
  requestId: string,
): Promise<Reception> {
  if (row.status !== 'failed' || row.provider_job) return 'known'
  const note = `The provider answered ${row.model} with job ${requestId} after it had been given up and refunded.`
  await createAlert(context.database, { generationId: row.id, reason: 'late_result', note })
  const job = jobOf(context.endpoints, row, requestId)
  if (job) context.background.run(() => cancelAbandonedJob(context, row.id, job))
  return 'known'
}
