import { v7 as uuid } from 'uuid'
import { requireTerms } from '#core/accounts/accept-terms.ts'
import { renewAllowance } from '#core/accounts/renew-allowance.ts'
import { searchTerms } from '#core/history/search-term-rules.ts'
import { type DataFiles, takeDataUris } from '#core/media/uploads/data-uris.ts'
import type { ResolveInputsParts } from '#core/media/uploads/resolve-inputs.ts'
import { filesOf, withFiles } from '#core/models/rules/file-field.ts'
import { type Model, providersOf } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import type { Parts } from '#core/parts.ts'
import { type Refusal, Refused } from '#core/refused.ts'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { currentTraceparent, inSpan } from '#platform/telemetry/tracing.ts'
import { chargeGeneration, decideForAccount, explainRefusal } from './charge-generation.ts'
import {
  hashRequest,
  type PreparedInput,
  prepareInput,
  type RequestContent,
  type ResolvedFiles,
  resolveInputFiles,
} from './prepare-input.ts'
import { findByRequestId } from './queries/generations.ts'
import { refuseRemoved } from './removed-results.ts'
import type { GenerationRow } from './tables.ts'

export type StartRequest = {
  accountId: string
  /** The API key of the request. */
  keyId?: string | null
  model: Model
  input: Record<string, unknown>
  /** The files of `takeDataUris`, where it was applied to `input` before. */
  dataFiles?: DataFiles
  /** The client's idempotency key; absent: every call is a new generation. */
  requestId: string | undefined
  isPublic: boolean
  /**
   * Whether it is public where the request does not say: the account's current preference.
   */
  isPublicByDefault?: boolean
  /**
   * The origins of this product: addresses that begin with one of them are ours, like those without
   * a host.
   */
  origins?: readonly string[]
  /** The price that the client showed; another one is refused. */
  expectedCredits?: number | null
  /** The generation that it repeats. */
  parentId?: string | null
  /**
   * Names of files by their addresses, where the client sent the files themselves: their addresses
   * are new each time, and a repeat is recognized by what stays the same.
   */
  fileNames?: ReadonlyMap<string, string>
  /** `renews_day` and `terms_version` of the account, as it was read. */
  renewsDay?: number
  termsVersion?: number | null
}

/**
 * Charges the account and makes the generation due, both or neither; a worker calls the provider
 * afterwards. The same request under the same request id returns the same generation, whatever the
 * account may start now, and charges nothing; another request under it is refused with
 * `request_id_reused` (docs/spec/money.md#charge). Files that the input names or, as `data:` URIs, contains
 * are fetched, validated and stored first. Throws `Refused`.
 */
export async function startGeneration(
  context: StartGenerationParts,
  given: StartRequest,
): Promise<GenerationRow> {
  const { model, input, dataFiles } = given
  const request = { ...given, ...(dataFiles ? { dataFiles } : takeDataUris(model, input)) }
  const result = await tryToStart(context, request)
  if (result.started) {
    context.meter.count('atelier_generations_started_total', { kind: result.generation.kind })
    context.meter.count(
      'atelier_credits_charged_total',
      { kind: result.generation.kind },
      result.generation.price,
    )
    const { id, kind } = result.generation
    context.log.info({ generation: id, kind, account: request.accountId }, 'generation started')
    context.changes.publish({ accountId: request.accountId, generationId: result.generation.id })
    return result.generation
  }

  const earlier = await findEarlier(context, request)
  if (earlier) await refuseRevokedKey(context, request)
  if (earlier && !isRepeat(earlier, request)) throw new Refused({ reason: 'request_id_reused' })
  if (earlier) return earlier
  const { refusal, price, since } = result
  throw (
    refusal ??
    new Refused(
      await explainRefusal(
        context,
        chargeRequestOf(context, request, price),
        performance.now() - since,
      ),
    )
  )
}

/**
 * An earlier generation is shown to a valid key only: a start checks its key itself, so that the
 * request may come from a remembered one.
 */
async function refuseRevokedKey(
  context: Parts<'contributions' | 'database' | 'providers' | 'rates' | 'settings'>,
  request: StartRequest,
): Promise<void> {
  if (!request.keyId) return
  const decision = await decideForAccount(context, chargeRequestOf(context, request, 0))
  if (!decision.allowed && decision.refusal.reason === 'not_signed_in')
    throw new Refused(decision.refusal)
}

type StartAttempt =
  | { started: true; generation: GenerationRow }
  /** `since`: when the attempt began, by the process's own clock. */
  | { started: false; refusal: Refused | null; price: number; since: number }

type StartGenerationParts = ResolveInputsParts &
  Parts<
    | 'deadlines'
    | 'localWorker'
    | 'meter'
    | 'now'
    | 'providers'
    | 'rates'
    | 'sampleResults'
    | 'settings'
  >

/**
 * Does not look for an earlier request first: the unique key on the request id makes a second
 * charge impossible.
 */
async function tryToStart(
  context: StartGenerationParts,
  request: StartRequest & { dataFiles: DataFiles },
): Promise<StartAttempt> {
  let since = performance.now()
  try {
    const { settings } = context.settings.current()
    if (settings.maintenance) throw new Refused({ reason: 'maintenance' })
    await requireTerms(context, { termsVersion: null, ...request })
    if (configuredProvidersOf(context, request.model).length === 0)
      throw new Refused({ reason: 'provider_not_configured' })
    const prepared = prepareInput(context, request.model, request.input)
    requireExpected(request, prepared.price.credits)
    await refuseRemoved(context, request.parentId)
    const notStarted = () =>
      ({ started: false, refusal: null, price: prepared.price.credits, since }) as const
    await renewAllowance(context, { id: request.accountId, renews_day: request.renewsDay ?? 0 })
    if (!(await isWorthFetching(context, request, prepared))) return notStarted()
    const taken = await resolveInputFiles(context, {
      origins: [],
      ...request,
      input: prepared.input,
    })
    since = performance.now()
    const requestHash = hashRequest(contentOf(request, prepared.input))
    const ready = { ...prepared, ...taken, requestHash }
    const result = await inSpan('charge', { attributes: describeCharge(ready) }, () =>
      chargeGeneration(context, newGeneration(context, request, ready)),
    )
    return result.charged ? { started: true, generation: result.generation } : notStarted()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    reportBlockedTexts(context, request, error.refusal)
    return { started: false, refusal: error, price: 0, since }
  }
}

/** Counts and logs texts with blocked terms, by their fields: what they say is not kept. */
function reportBlockedTexts(
  { meter, log }: Parts<'log' | 'meter'>,
  { accountId, model: { id, kind } }: StartRequest,
  refusal: Refusal,
): void {
  if (refusal.reason !== 'invalid_input') return
  const blocked = refusal.problems.filter(({ problem }) => problem === 'blocked')
  if (blocked.length === 0) return
  meter.count('atelier_blocked_texts_total', { kind })
  const fields = blocked.map(({ field }) => field)
  log.info({ account: accountId, kind, model: id, fields }, 'text with a blocked term refused')
}

/** Throws `Refused` `price_changed` where the client showed another price. */
function requireExpected({ expectedCredits: expected }: StartRequest, price: number): void {
  if (expected != null && expected !== price)
    throw new Refused({ reason: 'price_changed', required: price })
}

/**
 * Whether the input's files should be fetched: only for an account that can pay, and not for a
 * repeated request. Without files: always.
 */
async function isWorthFetching(
  context: Parts<'contributions' | 'database' | 'providers' | 'rates' | 'settings'>,
  request: StartRequest,
  { model, input, price }: PreparedInput,
) {
  if (filesOf(model.fields, input).length === 0) return true
  if (await findEarlier(context, request)) return false
  return (await decideForAccount(context, chargeRequestOf(context, request, price.credits))).allowed
}

type Ready = PreparedInput & ResolvedFiles & { requestHash: Buffer }

/** Returns the ids of the configured providers that can run a model. */
function configuredProvidersOf({ providers }: Parts<'providers'>, model: Model): string[] {
  return providersOf(model).filter((id) => providers.has(id))
}

function describeCharge({ model, price }: Ready) {
  return {
    'atelier.kind': model.kind,
    'atelier.model': model.id,
    'atelier.provider': model.provider,
    'atelier.credits': price.credits,
  }
}

function newGeneration(
  context: Parts<'deadlines' | 'providers' | 'rates' | 'sampleResults' | 'settings'>,
  request: StartRequest,
  ready: Ready,
) {
  const { model, input, inputs, price, requestHash } = ready
  const id = uuid()
  return {
    id,
    account_id: request.accountId,
    request_id: request.requestId ?? id,
    requestHash,
    httpRequestId: currentRequestId() ?? null,
    traceContext: currentTraceparent(),
    isFree: context.settings.current().settings.free_mode,
    kind: model.kind,
    generation_type: model.generationType,
    model: model.id,
    providers: configuredProvidersOf(context, model),
    model_version: model.version,
    input,
    inputs,
    price: price.credits,
    requested: price.quantity,
    is_public: request.isPublic,
    isPublicByDefault: request.isPublicByDefault ?? false,
    is_sample: context.sampleResults && model.provider === 'fal',
    deadline: context.deadlines[model.kind],
    terms: searchTerms(model, { model: model.id, mode: model.generationType, input }),
    parentId: request.parentId ?? null,
    rate: context.rates.account,
    key: request.keyId ? { id: request.keyId, rate: context.rates.key } : null,
  }
}

async function findEarlier(
  { database }: Parts<'database'>,
  { accountId, requestId }: StartRequest,
) {
  return requestId === undefined ? undefined : findByRequestId(database, accountId, requestId)
}

/**
 * Whether this equals the earlier request under its id. One without a hash is from an older version
 * and counts as equal.
 */
function isRepeat({ request_hash: hash }: GenerationRow, request: StartRequest): boolean {
  if (hash === null) return true
  const parsed = parseInput(request.model, request.input)
  if (!parsed.ok) return false
  const content = contentOf(request, parsed.input)
  // The account's preference may have changed since.
  const contents = request.isPublicByDefault
    ? [content, { ...content, isPublic: !content.isPublic }]
    : [content]
  return contents.some((one) => hashRequest(one).equals(hash))
}

function contentOf(
  { model, isPublic, parentId = null, fileNames }: StartRequest,
  given: Record<string, unknown>,
): RequestContent {
  const names = filesOf(model.fields, given).map(
    ({ address }) => fileNames?.get(address) ?? address,
  )
  const input = fileNames ? withFiles(model.fields, given, names) : given
  return { model, input, isPublic, parentId }
}

function chargeRequestOf(
  context: Parts<'providers'>,
  { accountId, keyId = null, model }: StartRequest,
  price: number,
) {
  const providers = configuredProvidersOf(context, model)
  return { accountId, keyId, model: model.id, providers, price }
}
