import { findModel } from '#catalogue/catalogue.ts'
import { filesOf, withFiles } from '#catalogue/file-field.ts'
import { kindFacts } from '#catalogue/kinds.ts'
import { endpointOf, type Model } from '#catalogue/model.ts'
import type { Claimed } from '#database/queries/generation-steps.ts'
import { findInputs } from '#database/queries/media.ts'
import type { GenerationRow, MediaRow } from '#database/tables.ts'
import { pollDelay, retryDelay, unknownSubmitWait, withJitter } from '#domain/timetable.ts'
import { type ConfiguredProvider, ProviderError } from '#providers/provider.ts'
import { StorageUnavailable } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { findProvider } from '../find-provider.ts'
import { unknownOutcomeAlert } from '../generations/end-generation.ts'
import { detectProviderOutage } from '../provider-outage.ts'
import { confirmStorageOutage } from '../storage-outage.ts'
import { failureCodeOf, reportFailure, type StepFailure, type StepOutcome } from './outcome.ts'

/**
 * Submits a generation to the provider. The claim has recorded the intent already; a submit whose
 * answer was lost is never repeated, because the provider may have taken it.
 */
export async function submitGeneration(
  context: ServiceContext,
  row: Claimed,
): Promise<StepOutcome> {
  const model = findModel(row.model, row.generation_type, row.model_version)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  const provider = findProvider(context, model.provider)
  const own = endpointOf(model, row.input)
  const endpoint = context.endpoints[own] ?? own
  const prepared = await prepare(context, { model, endpoint, provider }, row)
  if ('outcome' in prepared) return prepared.outcome

  try {
    const { job, state } = await provider.provider.submit(
      endpoint,
      prepared.body,
      submitOptions(context, provider, row),
    )
    const { id, model: name } = row
    context.log.info(
      { generation: id, model: name, provider: job.provider, job: job.requestId },
      'submitted',
    )
    const queuePosition = state.state === 'queued' ? state.position : null
    return {
      step: 'poll',
      attempts: 0,
      polls: 0,
      delay: pollDelay(0, provider.webhookBase !== null),
      providerJob: job,
      queuePosition,
    }
  } catch (error) {
    return afterFailedSubmit(context, { row, provider }, error)
  }
}

/**
 * Prepares the input. Nothing was sent to the provider yet: every error is retried until the
 * deadline.
 */
async function prepare(
  context: ServiceContext,
  { model, endpoint, provider }: { model: Model; endpoint: string; provider: ConfiguredProvider },
  row: Claimed,
): Promise<{ body: Record<string, unknown> } | { outcome: StepOutcome }> {
  try {
    return {
      body: model.toProvider(
        await resolveFileAddresses(context, { model, provider }, row),
        endpoint,
      ),
    }
  } catch (error) {
    reportFailure(context, row, error)
    if (error instanceof StorageUnavailable) await confirmStorageOutage(context)
    return { outcome: retryLater(row) }
  }
}

/**
 * The token makes the webhook's address unguessable, so that a late answer is recognised even when
 * the job's id was lost. A job that has not begun by the deadline would not be paid for.
 */
function submitOptions(
  { now }: ServiceContext,
  { webhookBase }: ConfiguredProvider,
  { id, account_id: accountId, kind, webhook_token: token, deadline }: Claimed,
) {
  return {
    startWithin: deadline.getTime() - now(),
    ...(webhookBase !== null && {
      webhookUrl: `${webhookBase}${kindFacts[kind].webhookPath}?account=${accountId}&generation=${id}&token=${token}`,
    }),
  }
}

async function afterFailedSubmit(
  context: ServiceContext,
  { row, provider }: { row: Claimed; provider: ConfiguredProvider },
  error: unknown,
): Promise<StepOutcome> {
  reportFailure(context, row, error)
  if (!(error instanceof ProviderError) || error.delivery === 'unknown')
    return awaitOutcome(context, row)

  await detectProviderOutage(context, provider.provider, error)
  // Before the submit no error is caused by the person, except an input that the provider rejects.
  const code =
    failureCodeOf(error) === 'invalid_input' ? 'invalid_input' : 'temporarily_unavailable'
  return error.retryable ? retryLater(row) : { failure: code, providerMessage: error.words }
}

/** Nothing was submitted: it is retried until the deadline (run-step.ts). */
function retryLater({ attempts }: Claimed): StepOutcome {
  const delay = withJitter(retryDelay(attempts), Math.random())
  return { step: 'submit', attempts: attempts + 1, delay, notSubmitted: true }
}

/**
 * The outcome of the submit is unknown. It is never repeated: for some minutes a webhook with the
 * generation's token can recover the job, then the generation fails and is refunded. Without
 * webhooks it fails at once.
 */
export function awaitOutcome(context: ServiceContext, row: Claimed): StepOutcome {
  const provider = findModel(row.model, row.generation_type)?.provider
  const mayBeReported = provider !== undefined && context.providers.get(provider)?.webhookBase
  // A row in this step is due only when its wait is over.
  if (!mayBeReported || row.step === 'await') return giveUpUnknown(context, row)
  return { step: 'await', attempts: 0, delay: unknownSubmitWait(row.kind) }
}

/** Fails the generation and alerts the operator: the provider may have run and billed the job. */
export function giveUpUnknown({ log }: ServiceContext, row: Claimed): StepFailure {
  log.warn({ generation: row.id, model: row.model }, 'submit outcome unknown')
  return { failure: 'unknown_outcome', alert: unknownOutcomeAlert(row) }
}

/** How long a signed input address is valid, in s: a job may wait for hours before it begins. */
const addressTime = 24 * 3_600

/**
 * Returns the input with addresses that the provider can read: signed ones of our storage, or those
 * of copies uploaded to the provider's storage. Throws `ProviderError`, or what storage throws.
 */
async function resolveFileAddresses(
  context: ServiceContext,
  { model, provider }: { model: Model; provider: ConfiguredProvider },
  { id, account_id, input }: Pick<GenerationRow, 'id' | 'account_id' | 'input'>,
): Promise<Record<string, unknown>> {
  if (filesOf(model.fields, input).length === 0) return input
  const files = await findInputs(context.database, [{ id, account_id }])
  const addresses = await Promise.all(files.map((file) => addressOf(context, provider, file)))
  return withFiles(model.fields, input, addresses)
}

async function addressOf(
  { storage }: ServiceContext,
  { provider, signsInputs }: ConfiguredProvider,
  file: MediaRow,
): Promise<string> {
  const { storage_key: key, content_type: contentType, bytes } = file
  if (signsInputs) return storage.signedReadUrl(key, { seconds: addressTime, contentType })
  return provider.upload({
    contentType,
    bytes,
    fileName: key.split('/').at(-1) ?? key,
    open: () => storage.read(key),
  })
}
