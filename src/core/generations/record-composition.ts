import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { requireTerms } from '#core/accounts/accept-terms.ts'
import { requireStorage } from '#core/accounts/start-checks.ts'
import { searchTerms } from '#core/history/search-term-rules.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { makeThumbnails } from '#core/media/make-thumbnails.ts'
import { refuseRemovedFile } from '#core/media/refused-files.ts'
import { callStorage, discardFiles } from '#core/media/stored-files.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { refuseInvalid } from '#core/media/validation/refuse-invalid.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import type { Input } from '#core/provenance/mark-result.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { decideByRules, queueIndex } from './charge-generation.ts'
import { type StoredResult, toResultFile } from './end-generation.ts'
import { endGeneration } from './queries/end-generation.ts'
import { findByRequestId } from './queries/generations.ts'
import { type ChargeResult, chargeAndInsert } from './queries/start-generation.ts'
import type { StoreImageParts } from './steps/store-image.ts'
import { type ResultBody, storeResultBody } from './steps/store-result.ts'
import type { GenerationRow } from './tables.ts'

/** A file that was put together here, of results or of other things, by no provider and no model. */
export type Composition = {
  accountId: string
  /** The API key of the request. */
  keyId: string | null
  kind: Kind
  generationType: string
  /** What pages show in place of a model. No definition may have it as its id: it has a capital. */
  madeWith: string
  /** What its record shows as the input; `prompt` is its title, and is searched. */
  input: Record<string, unknown>
  /** What it was made from, besides the bytes: a repeated request names the same. */
  subject: string
  /** The client's idempotency key; absent: every call is a new record. */
  requestId: string | undefined
  /** Whether a model has made any of it. */
  isGenerated: boolean
  /** The account's results that it shows: they become its inputs, and its lineage. */
  sources: readonly (Input & Pick<MediaRow, 'id'>)[]
  file: ResultBody
  /** The largest file, in bytes. */
  maxBytes: number
  /** Throws `Refused` for a file of other measures than its feature takes. */
  check(file: Pick<StoredResult, 'width' | 'height' | 'durationMs'>): void
}

export type RecordCompositionParts = StoreImageParts &
  Parts<'changes' | 'contributions' | 'now' | 'rates'>

/**
 * Records a file that was put together here as a completed, private generation at price 0, without an
 * entry in the ledger. It is stored and marked as results are, a composite where a model has made any
 * of it. The same file of the same subject under the same request id returns the same record. The
 * caller has its answer, so that no webhook, push or mail tells of it. Throws `Refused`, and then
 * nothing is recorded: as a start does (without the checks of features, but of storage), and
 * `file_too_large`, `broken_file`, `removed_file`, `unavailable`, or what `check` throws. Errors of
 * the body are rethrown.
 */
export async function recordComposition(
  context: RecordCompositionParts,
  composition: Composition,
): Promise<GenerationRow> {
  const earlier = await findEarlier(context, composition)
  const refusal = await findRefusal(context, composition)
  if (refusal && !(earlier && refusal.reason !== 'not_signed_in')) throw new Refused(refusal)
  if (earlier) return repeated(earlier, composition, await hashOf(limitedBody(composition)))
  if (context.settings.current().settings.maintenance) throw new Refused({ reason: 'maintenance' })
  await requireTerms(context, { accountId: composition.accountId, termsVersion: null })
  await requireStorage(context, composition.accountId)

  const id = uuid()
  const stored = await store(context, id, composition)
  let isKept = false
  try {
    composition.check(stored)
    const received = stored.receivedSha256 ?? stored.sha256
    await refuseRemovedFile(context, [received, stored.sha256])
    const result = await insert(context, { id, composition, stored })
    isKept = result.charged
    if (result.charged) return announce(context, result.generation, stored)
    const other = await findEarlier(context, composition)
    if (other) return repeated(other, composition, received)
    throw new Refused((await findRefusal(context, composition)) ?? { reason: 'unavailable' })
  } finally {
    if (!isKept) {
      await discardFiles(context, keysOf(stored))
      context.background.run(() => deleteOrphanedFiles(context))
    }
  }
}

async function findEarlier(
  { database }: Parts<'database'>,
  { accountId, requestId }: Composition,
): Promise<GenerationRow | undefined> {
  return requestId === undefined ? undefined : findByRequestId(database, accountId, requestId)
}

/** By the account's state, its limits and its start rate; limits of models do not apply. */
async function findRefusal(
  context: Parts<'database' | 'rates'>,
  { accountId, keyId, madeWith: model }: Composition,
) {
  const request = { accountId, keyId, model, providers: [], price: 0, isFree: true, rules: [] }
  const decision = await decideByRules(context, request)
  return decision.allowed ? undefined : decision.refusal
}

/** Throws `Refused` `request_id_reused` where the earlier request was another one. */
function repeated(earlier: GenerationRow, composition: Composition, sha256: string): GenerationRow {
  if (!earlier.request_hash?.equals(hashComposition(composition, sha256)))
    throw new Refused({ reason: 'request_id_reused' })
  return earlier
}

/** 16 bytes that are equal exactly for the same file of the same subject. */
function hashComposition({ kind, generationType, subject }: Composition, sha256: string): Buffer {
  const content = JSON.stringify([kind, generationType, subject, sha256])
  return createHash('sha256').update(content).digest().subarray(0, 16)
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

/** The body; throws `Refused` `file_too_large` beyond its limit. Remembers in `sender` what it threw. */
async function* limitedBody(
  { file: { body }, maxBytes }: Composition,
  sender: { error?: unknown } = {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Refused({ reason: 'file_too_large', max: maxBytes })
      yield chunk
    }
  } catch (error) {
    sender.error = error
    throw error
  }
}

/** Stores the file as a result. Distinguishes errors of the sender, of the file and of storage. */
async function store(
  context: RecordCompositionParts,
  id: string,
  composition: Composition,
): Promise<StoredResult> {
  const { accountId, kind, file, isGenerated, sources } = composition
  const source = isGenerated ? ('compositeWithTrainedAlgorithmicMedia' as const) : null
  const generation = {
    ...{ id, account_id: accountId, kind, ...columnsOf(composition), model_version: 1 },
    ...{ created_at: new Date(context.now()), provider_job: null },
    ...{ source, sources },
  }
  const sender: { error?: unknown } = {}
  try {
    const body = limitedBody(composition, sender)
    const stored = await storeResultBody(context, generation, { ...file, body }, 0)
    // What no model made is not marked later, either; a composite that is not marked yet stays one.
    return { ...stored, mark: isGenerated ? stored.mark : 'none', digitalSource: source }
  } catch (error) {
    if (sender.error) throw sender.error
    return callStorage(context, async () => refuseInvalid(error))
  }
}

const columnsOf = ({ generationType, madeWith }: Composition) => ({
  generation_type: generationType,
  model: madeWith,
})

type ToInsert = { id: string; composition: Composition; stored: StoredResult }

/** Inserts the record and ends it, in one transaction: no worker sees its job. */
async function insert(
  { contributions: { startParts }, database, rates }: RecordCompositionParts,
  { id, composition, stored }: ToInsert,
): Promise<ChargeResult> {
  const { accountId, keyId, kind, input, requestId, sources } = composition
  const columns = columnsOf(composition)
  const { generation_type: mode, model } = columns
  const generation = {
    ...{ id, account_id: accountId, request_id: requestId ?? id, kind, ...columns, input },
    ...{ price: 0, requested: 1, isUncharged: true, isFree: true, is_public: false },
    ...{ is_sample: false, providers: [], deadline: 0, httpRequestId: currentRequestId() ?? null },
    inputs: sources.map((source) => ({ id: uuid(), source: source.id })),
    terms: searchTerms(undefined, { model, mode, input }),
    requestHash: hashComposition(composition, stored.receivedSha256 ?? stored.sha256),
    rate: rates.account,
    key: keyId === null ? null : { id: keyId, rate: rates.key },
  }
  const ending = { id, accountId, leaseToken: null, status: 'completed' as const, refund: 0 }
  const record = async (transaction: Database) => {
    const result = await chargeAndInsert(transaction, generation, { startParts })
    if (!result.charged) throw new NotRecorded(result)
    if (!(await endGeneration(transaction, { ...ending, media: [toResultFile(stored)] })))
      throw new Error('A new record could not be completed')
    return result
  }
  try {
    return await database.transaction().execute(record)
  } catch (error) {
    if (error instanceof NotRecorded) return error.result
    throw error
  }
}

/** Rolls back what a refused statement may have left as a failed transaction. */
class NotRecorded extends Error {
  readonly result: ChargeResult

  constructor(result: ChargeResult) {
    super('Nothing was recorded')
    this.result = result
  }
}

async function announce(
  context: RecordCompositionParts,
  { id, account_id: accountId, request_id: requestId, kind, number }: GenerationRow,
  { thumbnailKey }: StoredResult,
): Promise<GenerationRow> {
  const { background, changes, database, log } = context
  log.info({ generation: id, kind, account: accountId }, 'composition recorded')
  changes.publish({ accountId, generationId: id })
  queueIndex(context, { number, account_id: accountId })
  if (thumbnailKey === null) background.run(() => makeThumbnails(context, id))
  const row = await findByRequestId(database, accountId, requestId)
  if (!row) throw new Refused({ reason: 'unavailable' })
  return row
}

const keysOf = ({ storageKey, thumbnailKey }: StoredResult) =>
  [storageKey, thumbnailKey].filter((key) => key !== null)
