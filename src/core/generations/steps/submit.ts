import { confirmStorageOutage, type StorageOutageParts } from '#core/media/storage-outage.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { chooseEndpoint, type Model } from '#core/models/rules/model.ts'
import type { Parts } from '#core/parts.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import {
  type ConfiguredProvider,
  type JobReference,
  type Output,
  ProviderError,
  type SubmittedJob,
} from '#providers/provider.ts'
import { unknownOutcomeAlert } from '../end-generation.ts'
import type { ClaimedGeneration } from '../queries/generation-steps.ts'
import { pollDelay, retryDelay, unknownSubmitWait, withJitter } from '../rules/timetable.ts'
import { webhookPathOf } from '../webhooks-contract.ts'
import { type CollectResultParts, keepOutput } from './collect-result.ts'
import { type AddressedInput, resolveFileAddresses } from './input-addresses.ts'
import { failureCodeOf, reportFailure, type StepFailure, type StepOutcome } from './outcome.ts'
import { detectProviderOutage } from './provider-outage.ts'

export type SubmitGenerationParts = CollectResultParts & Parts<'endpoints'>

/**
 * Submits a generation to the provider. The claim has recorded the intent already; a submit whose
 * answer was lost is never repeated, because the provider may have taken it.
 */
export async function submitGeneration(
  context: SubmitGenerationParts,
  row: ClaimedGeneration,
): Promise<StepOutcome> {
  const model = modelOf(row)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  const provider = context.providers.get(model.provider)
  if (!provider) {
    context.log.error({ generation: row.id, provider: model.provider }, 'provider not configured')
    return retryLater(row)
  }
  const own = chooseEndpoint(model, row.input)
  const endpoint = context.endpoints[own] ?? own
  const prepared = await prepare(context, { model, endpoint, provider }, row)
  if ('outcome' in prepared) return prepared.outcome

  const begun = context.now()
  let submitted: SubmittedJob
  try {
    submitted = await provider.provider.submit(endpoint, prepared.body, {
      ...submitOptions(context, provider, row),
      ...(prepared.files && { files: prepared.files }),
    })
  } catch (error) {
    return afterFailedSubmit(context, { row, provider }, error)
  }

  const { job, state, output } = submitted
  const { id, model: name } = row
  context.log.info(
    { generation: id, model: name, provider: job.provider, job: job.requestId },
    'submitted',
  )
  if (output) return keepAnswer(context, row, { job, output, begun })
  return {
    step: 'poll',
    attempts: 0,
    polls: 0,
    delay: pollDelay(0, provider.webhookBase !== null),
    providerJob: job,
    queuePosition: state.state === 'queued' ? state.position : null,
  }
}

/**
 * Keeps the result that came with the answer to the submit. Nothing of it is recorded yet: a crash
 * from here to its end leaves an unknown outcome, which is refunded and never repeated.
 */
async function keepAnswer(
  context: CollectResultParts,
  row: ClaimedGeneration,
  { job, output, begun }: { job: JobReference; output: Output; begun: number },
): Promise<StepOutcome> {
  const until = new Date(context.now())
  const ran = { ms: until.getTime() - begun, until }
  const outcome = await keepOutput(context, { ...row, provider_job: job }, { output, ran })
  return typeof outcome === 'object' && 'step' in outcome
    ? { ...outcome, providerJob: job }
    : outcome
}

type PrepareSubmitParts = StorageOutageParts & Parts<'meter'>

/**
 * Prepares the input. Nothing was sent to the provider yet: every error is retried until the
 * deadline.
 */
async function prepare(
  context: PrepareSubmitParts,
  { model, endpoint, provider }: { model: Model; endpoint: string; provider: ConfiguredProvider },
  row: ClaimedGeneration,
): Promise<
  { body: Record<string, unknown>; files?: AddressedInput['files'] } | { outcome: StepOutcome }
> {
  try {
    const { input, files } = await resolveFileAddresses(context, { model, provider }, row)
    return { body: model.toProvider(input, endpoint), files }
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
  { now }: Parts<'now'>,
  { provider, webhookBase }: ConfiguredProvider,
  { id, account_id: accountId, kind, webhook_token: token, deadline }: ClaimedGeneration,
) {
  return {
    startWithin: deadline.getTime() - now(),
    ...(webhookBase !== null && {
      webhookUrl: `${webhookBase}${webhookPathOf(provider.id, kind)}?account=${accountId}&generation=${id}&token=${token}`,
    }),
  }
}

type AfterFailedSubmitParts = Parts<
  'contributions' | 'database' | 'log' | 'mail' | 'meter' | 'now' | 'providers'
>

async function afterFailedSubmit(
  context: AfterFailedSubmitParts,
  { row, provider }: { row: ClaimedGeneration; provider: ConfiguredProvider },
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
function retryLater({ attempts }: ClaimedGeneration): StepOutcome {
  const delay = withJitter(retryDelay(attempts), Math.random())
  return { step: 'submit', attempts: attempts + 1, delay, notSubmitted: true }
}

/**
 * The outcome of the submit is unknown. It is never repeated: for some minutes a webhook with the
 * generation's token can recover the job, then the generation fails and is refunded. Without
 * webhooks it fails at once. A provider whose jobs cost nothing gets it again.
 */
export function awaitOutcome(
  context: Parts<'log' | 'providers'>,
  row: ClaimedGeneration,
): StepOutcome {
  const id = modelOf(row)?.provider
  const found = id === undefined ? undefined : context.providers.get(id)
  if (found?.provider.isRepeatable) return retryLater(row)
  // A row in this step is due only when its wait is over.
  if (!found?.webhookBase || row.step === 'await') return giveUpUnknown(context, row)
  return { step: 'await', attempts: 0, delay: unknownSubmitWait(row.kind) }
}

/** Fails the generation and alerts the operator: the provider may have run and billed the job. */
export function giveUpUnknown({ log }: Parts<'log'>, row: ClaimedGeneration): StepFailure {
  log.warn({ generation: row.id, model: row.model }, 'submit outcome unknown')
  return { failure: 'unknown_outcome', alert: unknownOutcomeAlert(row) }
}
