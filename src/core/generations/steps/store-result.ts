import { randomUUID } from 'node:crypto'
import { convertForDisplay, formatToConvert } from '#core/media/convert-for-display.ts'
import { type FileType, fileTypeOf } from '#core/media/file-type.ts'
import { inspectFile, smallImage } from '#core/media/inspect-file.ts'
import { makeThumbnails } from '#core/media/make-thumbnails.ts'
import { splitRemoved } from '#core/media/refused-files.ts'
import { confirmStorageOutage, type StorageOutageParts } from '#core/media/storage-outage.ts'
import { discardFiles, oneChunk, readHead, readSmall, storeFile } from '#core/media/stored-files.ts'
import { sniffLength } from '#core/media/validation/sniff.ts'
import { factsOfKind, type Medium } from '#core/models/rules/kinds.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { Parts } from '#core/parts.ts'
import { type MarkedGeneration, markBody } from '#core/provenance/mark-result.ts'
import { maxMark } from '#core/provenance/rules/mark.ts'
import { TooLarge } from '#platform/storage/storage.ts'
import { type Asset, ProviderError } from '#providers/provider.ts'
import { finishGeneration, type StoredResult } from '../end-generation.ts'
import { makeMixes } from '../make-mixes.ts'
import type { ClaimedGeneration, Progress } from '../queries/generation-steps.ts'
import { downloadIdleTime, downloadTime, maxResultBytes } from '../rules/result-files.ts'
import { maxAttempts, retryDelay, storePause, withJitter } from '../rules/timetable.ts'
import type { ProviderOutput, ResultAsset } from '../tables.ts'
import { findProvider } from './find-provider.ts'
import { reportFailure, resultAttempts, type StepOutcome } from './outcome.ts'
import { type StoreImageParts, storeImage } from './store-image.ts'

/** The files to store, and the run time if it was learnt just now. */
export type FinishedOutput = ProviderOutput & { ran: { ms: number; until: Date } | null }

/**
 * Storing for longer than this triggers a check whether storage is unavailable, in ms.
 */
const hangAfter = 10_000

/**
 * The step of a generation that waits for our storage: its worker has entered the limiter
 * (storing-limiter.ts).
 */
export function storeWaiting(
  context: SaveResultParts,
  row: ClaimedGeneration,
): Promise<StepOutcome> {
  const { provider_output: output } = row
  if (!output) throw new Error('A generation that waits for storage has no output')
  return saveResult(context, row, { ...output, ran: null })
}

/** The next step of a finished generation whose files must wait for storage. `delay` in ms. */
export function waitForStorage(
  row: ClaimedGeneration,
  output: FinishedOutput,
  { attempts = 0, delay = 0 } = {},
): Progress {
  const { ran, ...kept } = output
  return {
    step: 'store',
    status: 'processing',
    attempts,
    delay,
    finished: true,
    queuePosition: null,
    ...(row.step !== 'store' && { output: kept, ...(ran && { runMs: ran.ms }) }),
  }
}

export type SaveResultParts = StoreAllParts & Parts<'autoRefund' | 'changes'>

/**
 * Copies the files to our storage and completes the generation. Storage errors never fail it: it
 * waits as long as the provider keeps the files. A failed download is retried; in the end the rest
 * is kept, without files that an operator removed before. When several workers record the files, all but the first delete their own.
 */
export async function saveResult(
  context: SaveResultParts,
  row: ClaimedGeneration,
  output: FinishedOutput,
  signal?: AbortSignal,
): Promise<StepOutcome> {
  const { results, errors } = await storeAll(context, { ...row, signal }, output.assets)
  const again = decideAgain(row, errors)
  if (again) {
    await discard(context, results)
    reportFailure(context, row, again.error)
    if (again.isOurs) await confirmStorageOutage(context)
    return waitForStorage(row, output, again)
  }

  for (const error of errors) reportFailure(context, row, error)
  const { seed, usage, ran } = output
  const { kept, removed } = await splitRemoved(context, results)
  await discard(context, removed)
  const ended = await finishGeneration(context, row, {
    results: kept,
    answer: null,
    usage,
    seed,
    ran,
    failure: removed.length > 0 ? 'content_policy' : 'result_lost',
    lost: errors,
  })
  if (!ended) {
    await discard(context, kept)
    return 'ended'
  }
  if (kept.some(lacksThumbnail)) context.background.run(() => makeThumbnails(context, row.id))
  if (row.kind === 'audio') context.background.run(() => makeMixes(context, row.id))
  return 'ended'
}

type StoreAllParts = StoreResultFileParts & StorageOutageParts

/** Stores all files concurrently. */
async function storeAll(
  context: StoreAllParts,
  row: ClaimedGeneration & { signal: AbortSignal | undefined },
  assets: ResultAsset[],
) {
  const hanging = setTimeout(() => void confirmStorageOutage(context), hangAfter)
  try {
    const settled = await Promise.allSettled(
      assets.map((asset) => storeResultFile(context, row, asset, asset.position)),
    )
    const results = settled.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    const errors = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    return { results, errors }
  } finally {
    clearTimeout(hanging)
  }
}

type Again = { error: unknown; isOurs: boolean; attempts: number; delay: number }

/** Decides whether and when it is stored again; `null`: retrying is useless. */
function decideAgain(row: ClaimedGeneration, errors: unknown[]): Again | null {
  const { late, attempts } = row
  if (late) return null
  const ours = errors.find(isOurs)
  // Only errors of the provider count as attempts, not those of our own storage.
  if (ours)
    return { error: ours, isOurs: true, attempts, delay: withJitter(storePause, Math.random()) }
  const error = errors.find((found) => attempts + 1 < attemptsFor(row, found))
  if (!error) return null
  return {
    error,
    isOurs: false,
    attempts: attempts + 1,
    delay: withJitter(retryDelay(attempts), Math.random()),
  }
}

function attemptsFor(row: ClaimedGeneration, error: unknown): number {
  return error instanceof ProviderError ? resultAttempts(row, error) : maxAttempts
}

/** Whether the error is of our own storage, such as a full disk. */
function isOurs(error: unknown): boolean {
  return !(
    error instanceof ProviderError ||
    error instanceof InvalidMedia ||
    error instanceof TooLarge
  )
}

function lacksThumbnail({ thumbnailKey, contentType }: StoredResult): boolean {
  return thumbnailKey === null && !contentType.startsWith('audio/')
}

function keysOf({ storageKey, thumbnailKey }: Pick<StoredResult, 'storageKey' | 'thumbnailKey'>) {
  return [storageKey, thumbnailKey].filter((key) => key !== null)
}

function discard(context: Parts<'database' | 'log'>, results: StoredResult[]): Promise<void> {
  return discardFiles(context, results.flatMap(keysOf))
}

/** The generation a result belongs to. `signal` aborts its download. */
export type ResultFor = MarkedGeneration &
  Pick<ClaimedGeneration, 'kind'> & { signal?: AbortSignal | undefined }

type StoreResultFileParts = StoreImageParts & Parts<'providers'>

/** Fetches one result file and stores it. Throws `ProviderError`, and what `storeResultBody` does. */
async function storeResultFile(
  context: StoreResultFileParts,
  generation: ResultFor,
  asset: Asset,
  position: number,
): Promise<StoredResult> {
  const { medium } = asset
  const opened = await open(context, generation, asset)
  return storeResultBody(context, generation, { ...opened, medium }, position)
}

/** A result file as it arrives, and what its first bytes say that it is. */
export type ResultBody = { body: AsyncIterable<Uint8Array>; type: FileType; medium: Medium }

/**
 * Marks one result file, stores and validates it: only a file of its medium is kept. Every run
 * writes under a new name, so that a slow run never changes what a faster one recorded. `position`:
 * among the files that were asked for, from 0. Throws `InvalidMedia`, what `body` and what storage
 * throw; nothing is kept then.
 */
export async function storeResultBody(
  context: StoreImageParts,
  generation: ResultFor,
  { type, body, medium }: ResultBody,
  position: number,
): Promise<StoredResult> {
  // Into 256 directories, by the random end of the id: one for each generation took longer to make
  // durable than its file.
  const name = `${generation.id}-${position}-${randomUUID().slice(0, 8)}`
  const storageKey = `generations/${generation.id.slice(-2)}/${name}.${type.extension}`
  const isImage = medium === 'image' && type.contentType.startsWith('image/')
  const { content, whole } = isImage
    ? await readSmall(body, smallImage)
    : { content: null, whole: body }
  const stored = content
    ? await storeImage(context, generation, { content, type, storageKey })
    : await storeStream(context, generation, { body: whole, type, medium, storageKey })
  return { position, ...stored }
}

type StreamToStore = ResultBody & { storageKey: string }

type StoreFileParts = Parts<
  'database' | 'log' | 'meter' | 'parsers' | 'settings' | 'signing' | 'storage' | 'version'
>

async function storeStream(
  context: StoreFileParts,
  generation: ResultFor,
  { body, type, medium, storageKey }: StreamToStore,
): Promise<Omit<StoredResult, 'position'>> {
  const contentType = contentTypeOf(type, medium)
  const marked = await markBody(context, generation, { body, contentType, medium })
  try {
    const { bytes, sha256 } = await storeFile(context, storageKey, marked.body, {
      maxBytes: maxResultBytes[medium] + maxMark,
      contentType,
    })
    const requiresAudio = factsOfKind(generation.kind).media.includes('audio')
    const file = { key: storageKey, bytes, type, medium, requiresAudio }
    const { state: mark, source: digitalSource, receivedSha256 } = marked
    return {
      ...{ storageKey, contentType, bytes, sha256 },
      ...(await inspectFile(context, generation.account_id, file)),
      ...{ thumbnailKey: null, perceptualHash: null, colors: null },
      ...{ mark, digitalSource, receivedSha256 },
    }
  } catch (error) {
    await discardFiles(context, [storageKey])
    throw error
  } finally {
    await marked.close()
  }
}

/** Images that not every browser shows are converted. */
async function open(
  context: Parts<'parsers' | 'providers'>,
  { account_id: accountId, provider_job: job, signal }: ResultFor,
  { url, medium }: Asset,
) {
  if (!job) throw new Error('A finished generation has no provider job')
  const { provider } = findProvider(context, job.provider)
  const limits = {
    maxBytes: maxResultBytes[medium],
    idleTime: downloadIdleTime,
    time: downloadTime[medium],
    signal,
  }
  const { head, whole, close } = await readHead(await provider.download(url, limits), sniffLength)
  const format = medium === 'image' ? formatToConvert(head) : null
  if (format) {
    const image = { body: whole, format }
    const { content, type } = await convertForDisplay(context, accountId, image)
    return { type, body: oneChunk(content) }
  }
  const type = fileTypeOf(head)
  if (type) return { type, body: whole }
  await close()
  throw new InvalidMedia('The result file is unsupported file type')
}

/** A video container without a video track is stored with an audio content type. */
function contentTypeOf({ contentType }: FileType, medium: Medium): string {
  return medium === 'audio' ? contentType.replace('video/', 'audio/') : contentType
}
