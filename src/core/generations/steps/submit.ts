import { confirmStorageOutage, type StorageOutageParts } from '#core/media/storage-outage.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { type Model, providersOf } from '#core/models/rules/model.ts'
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
import type { FailureCode } from '../rules/failure.ts'
import { pollDelay, retryDelay, unknownSubmitWait, withJitter } from '../rules/timetable.ts'
import { webhookPathOf } from '../webhooks-contract.ts'
import {
  type ChooseProvidersParts,
  type ChosenProvider,
  chooseProviders,
} from './choose-provider.ts'
import { type CollectResultParts, keepOutput } from './collect-result.ts'
import { type AddressedInput, resolveFileAddresses } from './input-addresses.ts'
import { failureCodeOf, reportFailure, type StepFailure, type StepOutcome } from './outcome.ts'
import { detectProviderOutage } from './provider-outage.ts'

export type SubmitGenerationParts = CollectResultParts & ChooseProvidersParts

/**
 * Submits a generation to a provider of its model. The claim has recorded the intent already; a
 * submit whose answer was lost is never repeated, because the provider may have taken it. One that
 * was certainly refused goes on to the next provider that can run it.
 */
export async function submitGeneration(
  context: SubmitGenerationParts,
  row: ClaimedGeneration,
): Promise<StepOutcome> {
  const model = modelOf(row)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  const routes = await chooseProviders(context, model, row)
  if (routes.length === 0)
    context.log.error({ generation: row.id, provider: model.provider }, 'provider not configured')
  let outcome: StepOutcome = retryLater(row)
  for (const chosen of routes) {
    const submitted = await submitTo(context, { model, chosen }, row)
    outcome = submitted.outcome
    if (!submitted.isPassedOver) break
  }
  return outcome
}

type Submit = { model: Model; chosen: ChosenProvider }

/** `isPassedOver`: this provider certainly has not the job, and another one may take it. */
type SubmitOutcome = { outcome: StepOutcome; isPassedOver?: boolean }

async function submitTo(
  context: SubmitGenerationParts,
  { model, chosen }: Submit,
  row: ClaimedGeneration,
): Promise<SubmitOutcome> {
  const { endpoint, configured } = chosen
  const prepared = await prepare(context, { model, chosen }, row)
  if ('outcome' in prepared) return prepared

  const begun = context.now()
  let submitted: SubmittedJob
  context.providerHealth.begin(configured.provider.id, model.id)
  try {
    submitted = await configured.provider.submit(endpoint, prepared.body, {
      ...submitOptions(context, configured, row),
      ...(prepared.files && { files: prepared.files }),
    })
  } catch (error) {
    context.providerHealth.end(configured.provider.id, error)
    return afterFailedSubmit(context, { row, provider: configured }, error)
  }
  context.providerHealth.end(configured.provider.id)

  const { job, state, output } = submitted
  const { id, model: name } = row
  context.log.info(
    { generation: id, model: name, provider: job.provider, job: job.requestId },
    'submitted',
  )
  if (output) return { outcome: await keepAnswer(context, row, { job, output, begun }) }
  return {
    outcome: {
      step: 'poll',
      attempts: 0,
      polls: 0,
      delay: pollDelay(0, configured.webhookBase !== null),
      providerJob: job,
      queuePosition: state.state === 'queued' ? state.position : null,
    },
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
 * deadline. Where its files could not be uploaded there, another provider may take them.
 */
async function prepare(
  context: PrepareSubmitParts,
  { model, chosen: { route, endpoint, configured } }: Submit,
  row: ClaimedGeneration,
): Promise<{ body: Record<string, unknown>; files?: AddressedInput['files'] } | SubmitOutcome> {
  try {
    const named = { model, provider: configured }
    const { input, files } = await resolveFileAddresses(context, named, row)
    return { body: route.toProvider(input, endpoint), files }
  } catch (error) {
    reportFailure(context, row, error, route.provider)
    if (error instanceof StorageUnavailable) await confirmStorageOutage(context)
    return { outcome: retryLater(row), isPassedOver: error instanceof ProviderError }
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
): Promise<SubmitOutcome> {
  reportFailure(context, row, error, provider.provider.id)
  if (!(error instanceof ProviderError) || error.delivery === 'unknown')
    return { outcome: awaitOutcome(context, row, [provider]) }

  await detectProviderOutage(context, provider.provider, error)
  // Before the submit no error is caused by the person, except an input that the provider rejects.
  const failure = failureCodeOf(error)
  const code = failure === 'invalid_input' ? failure : 'temporarily_unavailable'
  const outcome: StepOutcome = error.retryable
    ? retryLater(row)
    : { failure: code, providerMessage: error.words }
  return { outcome, isPassedOver: !isAboutInput(failure) }
}

/** What was refused for what it says is not taken to another provider. */
function isAboutInput(failure: FailureCode): boolean {
  return ['invalid_input', 'content_policy', 'input_unreachable'].includes(failure)
}

/** Nothing was submitted: it is retried until the deadline (run-step.ts). */
function retryLater({ attempts }: ClaimedGeneration): StepOutcome {
  const delay = withJitter(retryDelay(attempts), Math.random())
  return { step: 'submit', attempts: attempts + 1, delay, notSubmitted: true }
}

/**
 * The outcome of the submit is unknown. It is never repeated: for some minutes a webhook with the
 * generation's token can recover the job, then the generation fails and is refunded. Without
 * webhooks it fails at once. A provider whose jobs cost nothing gets it again. `asked`: those that
 * may have it; absent: all of its model.
 */
export function awaitOutcome(
  context: Parts<'log' | 'providers'>,
  row: ClaimedGeneration,
  asked = findProviders(context, row),
): StepOutcome {
  if (asked.length > 0 && asked.every(({ provider }) => provider.isRepeatable))
    return retryLater(row)
  // A row in this step is due only when its wait is over.
  const canRecover = asked.some(({ webhookBase }) => webhookBase)
  if (!canRecover || row.step === 'await') return giveUpUnknown(context, row)
  return { step: 'await', attempts: 0, delay: unknownSubmitWait(row.kind) }
}

function findProviders(
  { providers }: Parts<'providers'>,
  row: ClaimedGeneration,
): ConfiguredProvider[] {
  const model = modelOf(row)
  return model ? providersOf(model).flatMap((id) => providers.get(id) ?? []) : []
}

/** Fails the generation and alerts the operator: the provider may have run and billed the job. */
export function giveUpUnknown({ log }: Parts<'log'>, row: ClaimedGeneration): StepFailure {
  log.warn({ generation: row.id, model: row.model }, 'submit outcome unknown')
  return { failure: 'unknown_outcome', alert: unknownOutcomeAlert(row) }
}
