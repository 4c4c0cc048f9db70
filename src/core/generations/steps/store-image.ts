import { createHash } from 'node:crypto'
import type { FileType } from '#core/media/file-type.ts'
import { checkEnd, partsOfRead } from '#core/media/inspected-file.ts'
import { quickPixels, storeThumbnail } from '#core/media/make-thumbnails.ts'
import { discardFiles, oneChunk, storeFile } from '#core/media/stored-files.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import { ParserEnded } from '#core/parsers/parser-pool.ts'
import type { Parts } from '#core/parts.ts'
import {
  type MarkedGeneration,
  type MarkOrder,
  planMark,
  reportFailedMark,
  reportMark,
} from '#core/provenance/mark-result.ts'
import { maxMark } from '#core/provenance/rules/mark.ts'
import type { StoredResult } from '../end-generation.ts'
import { maxResultBytes } from '../rules/result-files.ts'
import type { TakenImage } from './take-image.ts'

/** An image result in memory. */
export type ImageToStore = { content: Buffer; type: FileType; storageKey: string }

/**
 * Validates an image result, marks it, and stores it with its thumbnail, unless as many as may are
 * being drawn. Throws `InvalidMedia`, or what storage throws; nothing is kept then.
 */
export async function storeImage(
  context: StoreImageParts,
  generation: MarkedGeneration,
  { content, type, storageKey }: ImageToStore,
): Promise<Omit<StoredResult, 'position'>> {
  const { contentType } = type
  await checkEnd(partsOfRead(content), { bytes: content.length, type })
  const plan = await planMark(context, generation, 'image')
  const image = { content, contentType }
  const taken = await take(context, generation, image, plan?.order ?? null)
  const { inspected, marked, thumbnail: drawn } = taken
  const thumbnail = drawn && storeThumbnail(context, storageKey, drawn).catch(() => null)
  try {
    const limits = { maxBytes: maxResultBytes.image + maxMark, contentType }
    const stored = await storeFile(
      context,
      storageKey,
      oneChunk(marked?.content ?? content),
      limits,
    )
    return {
      ...{ storageKey, contentType, ...stored, ...inspected },
      ...((await thumbnail) ?? { thumbnailKey: null, perceptualHash: null, colors: null }),
      mark: plan && (marked?.state ?? 'failed'),
      digitalSource: plan?.source ?? null,
      receivedSha256: marked?.content ? createHash('sha256').update(content).digest('hex') : null,
    }
  } catch (error) {
    const thumbnailKey = (await thumbnail)?.thumbnailKey
    await discardFiles(context, [storageKey, ...(thumbnailKey ? [thumbnailKey] : [])])
    throw error
  }
}

export type StoreImageParts = Parts<
  | 'background'
  | 'database'
  | 'log'
  | 'meter'
  | 'parsers'
  | 'settings'
  | 'signing'
  | 'storage'
  | 'version'
>

/** Marking must not lose a result that was paid for: what cannot be marked is taken without it. */
async function take(
  context: StoreImageParts,
  { id, account_id: accountId }: MarkedGeneration,
  image: { content: Buffer; contentType: FileType['contentType'] },
  order: MarkOrder | null,
): Promise<TakenImage> {
  const { parsers, background } = context
  const run = (order: MarkOrder | null, thumbnail: { maxPixels: number } | null) =>
    parsers.run(
      'takeImage',
      { ...image, thumbnail, mark: order?.mark ?? null },
      { accountId, ...(order && { sign: order.sign }) },
    )
  const takeNow = (order: MarkOrder | null) =>
    background.tryRun(() => run(order, { maxPixels: quickPixels })) ?? run(order, null)
  if (!order) return takeNow(null)
  try {
    const taken = await takeNow(order)
    if (taken.marked) reportMark(context, id, taken.marked)
    return taken
  } catch (error) {
    if (error instanceof InvalidMedia && !(error instanceof ParserEnded)) throw error
    reportFailedMark(context, id, error)
    return takeNow(null)
  }
}
