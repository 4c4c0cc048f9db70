import { Readable } from 'node:stream'
import { convertStored } from '#core/downloads/convert-stored.ts'
import { openMedia } from '#core/downloads/open-media.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import type { ImageTarget } from '#core/media/convert-image.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { storeClean } from '#core/media/validation/store-clean.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import type { MarkedMedia } from '#core/provenance/mark-copy.ts'

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

/**
 * Presents the images of a generation, each in the format that was asked for. What is stored stays
 * the provider's; a converted copy that an address needs is kept for a day. An image that cannot be
 * converted is answered as it is, because it is paid for.
 */
export async function presentImages(
  { context }: ApiOptions,
  c: RequestContext,
  { row, outputs }: GenerationWithMedia,
  { format, conversion }: { format: 'url' | 'b64_json'; conversion: Conversion },
) {
  const images = await Promise.all(
    outputs.map(async (media) => {
      if (format === 'b64_json') {
        const { content, contentType } = await readImage(context, row, media, conversion)
        return { contentType, data: { b64_json: content.toString('base64') } }
      }
      const converted = await convertWhereAsked(context, madeBy(row, media), conversion)
      const contentType = converted?.contentType ?? media.content_type
      const key = converted ? await storeCopy(context, converted) : media.storage_key
      return { contentType, data: { url: await addressOf(context, c, { key, contentType }) } }
    }),
  )
  const [first] = outputs
  return {
    created: Math.floor(row.created_at.getTime() / 1_000),
    data: images.map(({ data }) => data),
    ...(images[0] && { output_format: images[0].contentType.replace('image/', '') }),
    ...(first?.width && { size: `${first.width}x${first.height}` }),
  }
}

/** The bytes of the images of a generation, each in the format that was asked for. */
export function encodeImages(
  { context }: ApiOptions,
  { row, outputs }: GenerationWithMedia,
  conversion: Conversion = {},
) {
  return Promise.all(outputs.map((media) => readImage(context, row, media, conversion)))
}

/** A studio counts credits, not tokens, which clients expect: their numbers are 0. */
export function presentUsage({ row }: GenerationWithMedia) {
  const none = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  const details = { input_tokens_details: { image_tokens: 0, text_tokens: 0 } }
  return { ...none, ...details, credits: creditsOf(row) }
}

/** What a generation cost after its refunds, in credits. */
export function creditsOf({ price, refunded }: GenerationWithMedia['row']): number {
  return price - refunded
}

async function readImage(
  context: AllParts,
  row: GenerationWithMedia['row'],
  media: MediaRow,
  conversion: Conversion,
): Promise<Pick<Converted, 'content' | 'contentType'>> {
  const converted = await convertWhereAsked(context, madeBy(row, media), conversion)
  return converted ?? { content: await readAll(context, media), contentType: media.content_type }
}

function madeBy(row: GenerationWithMedia['row'], media: MediaRow): MediaRow & MarkedMedia {
  return { ...row, ...media, made_at: row.created_at }
}

type Converted = { content: Buffer; contentType: string; extension: string }

/** `null`: it is what was asked for, or cannot be converted. */
async function convertWhereAsked(
  context: AllParts,
  media: MediaRow & MarkedMedia,
  conversion: Conversion,
): Promise<Converted | null> {
  const target = targetFor(media, conversion)
  if (!target) return null
  try {
    const converted = convertStored(context, { media, xmp: null }, target)
    const content = await Readable.from(converted).toArray().then(Buffer.concat)
    const extension = target.format === 'jpeg' ? 'jpg' : target.format
    return { content, contentType: `image/${target.format}`, extension }
  } catch (error) {
    context.log.error({ media: media.id, err: error }, 'image not converted')
    return null
  }
}

async function storeCopy(context: Parts<'database' | 'storage'>, { content, ...type }: Converted) {
  const { key } = await storeClean(context, oneChunk(content), type)
  return key
}

/** `null`: it is what was asked for. PNG has no quality. */
function targetFor(media: MediaRow, { format, quality }: Conversion): ImageTarget | null {
  const current = formats.find((name) => media.content_type === `image/${name}`)
  const wanted = format ?? current
  if (!wanted || (wanted === current && (quality === undefined || wanted === 'png'))) return null
  return { format: wanted, ...(wanted !== 'png' && { quality: quality ?? usualQuality }) }
}

const formats = ['png', 'jpeg', 'webp'] as const

async function readAll(context: AllParts, media: MediaRow): Promise<Buffer> {
  const { account_id: accountId, id } = media
  const file = await openMedia(context, { accountId, id, readerId: accountId, thumbnail: false })
  return (await file.open()).toArray().then(Buffer.concat)
}

/** An address of a file that needs no credential; that of our own store is below the request's origin. */
async function addressOf(
  { storage }: Parts<'storage'>,
  c: RequestContext,
  { key, contentType }: { key: string; contentType: string },
): Promise<string> {
  const url = new URL(await storage.signedReadUrl(key, { seconds: addressTime, contentType }))
  const isOurs = storage.grantOf('GET', url) !== null
  return isOurs ? c.get('origin') + url.pathname + url.search : url.href
}
