import { Readable } from 'node:stream'
import type { MediaRow, ServiceContext } from '#services/context.ts'
import type { GenerationWithMedia } from '#services/generations/read-generation.ts'
import type { ImageTarget } from '#services/media/convert-image.ts'
import { convertStored } from '#services/media/convert-stored.ts'
import { openMedia } from '#services/media/open-media.ts'
import { oneChunk } from '#services/media/stored-files.ts'
import { storeClean } from '#services/upload-validation/store-clean.ts'
import type { ApiOptions, RequestContext } from '../env.ts'

/** How long an address in an answer is valid, in s; as in OpenAI's API. */
const addressTime = 3_600

/** The quality of a JPEG or WebP whose compression the client does not name, of 100. */
const usualQuality = 90

/** The format that a client asked for, and its quality from 1 to 100; absent: as it is. */
export type Conversion = { format?: ImageTarget['format'] | undefined; quality?: number }

/** Reads `output_format` and `output_compression`, which is the quality. */
export function readConversion(given: {
  output_format?: ImageTarget['format'] | undefined
  output_compression?: number | undefined
}): Conversion {
  const { output_format: format, output_compression: compression } = given
  return {
    format,
    ...(compression !== undefined && compression < 100 && { quality: Math.max(1, compression) }),
  }
}

/** A file of an answer; `original`: it was not converted. */
type Answered = Pick<MediaRow, 'storage_key' | 'content_type'> & { content: Buffer | null }

/**
 * Presents the images of a generation, each in the format that was asked for. What is stored stays
 * the provider's; a converted copy is kept for a day. An image that cannot be converted is answered
 * as it is, because it is paid for.
 */
export async function presentImages(
  { context }: ApiOptions,
  c: RequestContext,
  { row, outputs }: GenerationWithMedia,
  asked: { format: 'url' | 'b64_json'; conversion: Conversion },
) {
  const [first] = outputs
  const images = await Promise.all(
    outputs.map((media) => convertWhereAsked(context, media, asked.conversion)),
  )
  const data = await Promise.all(
    images.map(async (image, index) => {
      const media = outputs[index]
      if (asked.format === 'url') return { url: await addressOf(context, c, image) }
      const content = image.content ?? (media && (await readAll(context, media)))
      return { b64_json: content?.toString('base64') ?? '' }
    }),
  )
  return {
    created: Math.floor(row.created_at.getTime() / 1_000),
    data,
    ...(images[0] && { output_format: images[0].content_type.replace('image/', '') }),
    ...(first?.width && { size: `${first.width}x${first.height}` }),
  }
}

async function convertWhereAsked(
  context: ServiceContext,
  media: MediaRow,
  conversion: Conversion,
): Promise<Answered> {
  const target = targetFor(media, conversion)
  if (!target) return { ...media, content: null }
  const { account_id: accountId, storage_key: storageKey } = media
  try {
    const converted = convertStored(context, { accountId, storageKey, xmp: null }, target)
    const content = await Readable.from(converted).toArray().then(Buffer.concat)
    const contentType = `image/${target.format}`
    const extension = target.format === 'jpeg' ? 'jpg' : target.format
    const { key } = await storeClean(context, oneChunk(content), { extension, contentType })
    return { storage_key: key, content_type: contentType, content }
  } catch (error) {
    context.log.error({ media: media.id, err: error }, 'image not converted')
    return { ...media, content: null }
  }
}

/** `null`: it is what was asked for. PNG has no quality. */
function targetFor(media: MediaRow, { format, quality }: Conversion): ImageTarget | null {
  const current = formats.find((name) => media.content_type === `image/${name}`)
  const wanted = format ?? current
  if (!wanted || (wanted === current && (quality === undefined || wanted === 'png'))) return null
  return { format: wanted, ...(wanted !== 'png' && { quality: quality ?? usualQuality }) }
}

const formats = ['png', 'jpeg', 'webp'] as const

async function readAll(context: ServiceContext, media: MediaRow): Promise<Buffer> {
  const { account_id: accountId, id } = media
  const file = await openMedia(context, { accountId, id, readerId: accountId, thumbnail: false })
  return (await file.open()).toArray().then(Buffer.concat)
}

/** An address of a file that needs no credential; that of our own store is below the request's origin. */
async function addressOf(
  { storage }: ServiceContext,
  c: RequestContext,
  { storage_key: key, content_type: contentType }: Answered,
): Promise<string> {
  const url = new URL(await storage.signedReadUrl(key, { seconds: addressTime, contentType }))
  const isOurs = storage.grantOf('GET', url) !== null
  return isOurs ? c.get('origin') + url.pathname + url.search : url.href
}
