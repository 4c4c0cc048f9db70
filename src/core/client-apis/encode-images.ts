import { Readable } from 'node:stream'
import { convertStored } from '#core/downloads/convert-stored.ts'
import { openMedia } from '#core/downloads/open-media.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import type { ImageTarget } from '#core/media/convert-image.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { AllParts } from '#core/parts.ts'
import type { MarkedMedia } from '#core/provenance/mark-copy.ts'

/** The quality of a JPEG or WebP whose compression the client does not name, of 100. */
const usualQuality = 90

/** The format that a client asked for, and its quality from 1 to 100; absent: as it is. */
export type Conversion = { format?: ImageTarget['format'] | undefined; quality?: number }

/** The bytes of the images of a generation, each in the format that was asked for. */
export function encodeImages(
  context: AllParts,
  { row, outputs }: GenerationWithMedia,
  conversion: Conversion = {},
) {
  return Promise.all(outputs.map((media) => readImage(context, row, media, conversion)))
}

export async function readImage(
  context: AllParts,
  row: GenerationWithMedia['row'],
  media: MediaRow,
  conversion: Conversion,
): Promise<Pick<ConvertedImage, 'content' | 'contentType'>> {
  const converted = await convertResult(context, row, media, conversion)
  return converted ?? { content: await readAll(context, media), contentType: media.content_type }
}

export type ConvertedImage = { content: Buffer; contentType: string; extension: string }

/** Converts an image of a generation; `null`: it is what was asked for, or cannot be converted. */
export async function convertResult(
  context: AllParts,
  row: GenerationWithMedia['row'],
  given: MediaRow,
  conversion: Conversion,
): Promise<ConvertedImage | null> {
  const media: MediaRow & MarkedMedia = { ...row, ...given, made_at: row.created_at }
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
