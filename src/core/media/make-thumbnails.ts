import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { maxImagePixels } from '#core/generations/rules/result-files.ts'
import type { TaskResult } from '#core/parsers/parser-tasks.ts'
import type { Parts } from '#core/parts.ts'
import { inputArguments, runFfmpeg } from './ffmpeg.ts'
import { fileTypeOf } from './file-type.ts'
import { smallImage } from './inspect-file.ts'
import { findWithoutThumbnail, saveThumbnail } from './queries/media.ts'
import { discardFiles, oneChunk, storeFile, withLocalCopy } from './stored-files.ts'
import type { MediaRow } from './tables.ts'

/**
 * Makes missing thumbnails: of one generation right after it ends, of all of them as a scheduled
 * job, in case a crash lost one. A file that cannot be drawn stays without and is not retried.
 */
export async function makeThumbnails(
  context: Parts<'changes' | 'database' | 'log' | 'parsers' | 'storage'>,
  generationId?: string,
): Promise<void> {
  for (const media of await findWithoutThumbnail(context.database, generationId)) {
    try {
      await makeThumbnail(context, media)
    } catch (error) {
      context.log.warn({ media: media.id, err: error }, 'thumbnail postponed')
    }
  }
}

/** Makes one thumbnail. Throws when storage or the database fails; the scheduled job retries it. */
export async function makeThumbnail(
  context: Parts<'changes' | 'database' | 'log' | 'parsers' | 'storage'>,
  media: MediaRow,
): Promise<void> {
  const tryToDraw = (file: Buffer | string) =>
    draw(context, media, file).catch((error: unknown) => {
      context.log.warn({ media: media.id, err: error }, 'thumbnail impossible')
      return null
    })
  const isSmall = media.content_type.startsWith('image/') && media.bytes <= smallImage
  const readAndDraw = async () =>
    isSmall
      ? tryToDraw(await buffer(await context.storage.read(media.storage_key)))
      : withLocalCopy(context.storage, media.storage_key, tryToDraw)
  const drawn = hasImage(media) ? await readAndDraw() : null
  const thumbnail = drawn && (await storeThumbnail(context, media.storage_key, drawn))
  const { id, account_id: accountId } = media
  const saved = await saveThumbnail(context.database, { id, accountId, ...thumbnail })
  const key = thumbnail?.thumbnailKey
  // It was deleted meanwhile, or another process was faster.
  if (!saved && key) await discardFiles(context, [key])
  if (saved && key && media.generation_id) {
    context.changes.publish({ accountId: media.account_id, generationId: media.generation_id })
  }
}

/** Audio and 3D objects are not read at all: nothing here can draw them. */
function hasImage({ content_type: type }: MediaRow): boolean {
  return !/^(audio|model)\//.test(type)
}

/** Up to so many pixels, an image of a model usually has, are drawn in about 50 ms. */
export const quickPixels = 2 * 1024 * 1024

/** A stored thumbnail, and how it looks (core/image-search). */
type Thumbnail = { thumbnailKey: string; perceptualHash: string | null; colors: number | null }

/** Stores a thumbnail beside its file. Throws what storage throws. */
export async function storeThumbnail(
  context: Parts<'database' | 'storage'>,
  storageKey: string,
  { webp, hash, colors }: Drawn,
): Promise<Thumbnail> {
  const key = `${storageKey.replace(/\.\w+$/, '')}-${randomUUID().slice(0, 8)}.webp`
  const limits = { maxBytes: webp.length, contentType: 'image/webp' }
  await storeFile(context, key, oneChunk(webp), limits)
  return { thumbnailKey: key, perceptualHash: hash, colors }
}

/** `file`: its bytes, or its path, which a video needs. */
async function draw(
  context: Parts<'parsers'>,
  media: MediaRow,
  file: Buffer | string,
): Promise<Drawn | null> {
  const isVideo = media.content_type.startsWith('video/') && typeof file === 'string'
  const image = isVideo ? await drawPoster(file, media.duration_ms) : file
  if (image === null) return null
  return shrink(context, media.account_id, { content: image, maxPixels: maxImagePixels })
}

/**
 * Draws a small `data:` URL of the preview image that a provider sent; `null`: it is no JPEG or PNG.
 * Never rejects.
 */
export async function drawPreview(
  { log, parsers }: Parts<'log' | 'parsers'>,
  accountId: string,
  image: Uint8Array,
): Promise<string | null> {
  try {
    const type = fileTypeOf(image)?.contentType
    if (type !== 'image/jpeg' && type !== 'image/png') throw new Error('not a JPEG or PNG')
    const preview = { content: image, maxPixels: quickPixels }
    const webp = Buffer.from(await parsers.run('drawPreview', preview, { accountId }))
    return `data:image/webp;base64,${webp.toString('base64')}`
  } catch (error) {
    log.warn({ err: error }, 'preview image impossible')
    return null
  }
}

type Drawn = TaskResult<'shrinkImage'>

function shrink(
  { parsers }: Parts<'parsers'>,
  accountId: string,
  image: { content: Buffer | string; maxPixels: number },
): Promise<Drawn> {
  return parsers.run('shrinkImage', image, { accountId })
}

/** Timeout of ffmpeg for one poster, in ms. */
const timeoutMs = 20_000
const maxImage = 64 * 1024 * 1024

/** The time of a poster, in seconds: the very first frame is often black. */
const momentOf = (durationMs: number | null) => Math.min(1, (durationMs ?? 0) / 2_000)

/**
 * Draws a frame of a video as PNG with the ffmpeg on the PATH; `null` without one. ffmpeg may open
 * this one file only. Throws when the video cannot be drawn.
 */
async function drawPoster(path: string, durationMs: number | null): Promise<Buffer | null> {
  const from = momentOf(durationMs).toFixed(3)
  const output = ['-map', '0:v:0', '-frames:v', '1', '-vf', "scale='min(1280,iw)':-2"]
  const stdout = await runFfmpeg(
    ['-ss', from, ...inputArguments(path), ...output, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
    { timeoutMs, maxBuffer: maxImage },
  )
  if (stdout?.length === 0) throw new Error('ffmpeg drew nothing')
  return stdout
}
