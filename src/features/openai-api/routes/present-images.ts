import {
  type Conversion,
  type ConvertedImage,
  convertResult,
  readImage,
} from '#core/client-apis/encode-images.ts'
import { signedAddress } from '#core/client-apis/signed-address.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import type { ImageTarget } from '#core/media/convert-image.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import { storeClean } from '#core/media/validation/store-clean.ts'
import type { Parts } from '#core/parts.ts'

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
      const converted = await convertResult(context, row, media, conversion)
      const contentType = converted?.contentType ?? media.content_type
      const key = converted ? await storeCopy(context, converted) : media.storage_key
      return {
        contentType,
        data: { url: await signedAddress(context, c.get('origin'), { key, contentType }) },
      }
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

async function storeCopy(
  context: Parts<'database' | 'storage'>,
  { content, ...type }: ConvertedImage,
) {
  const { key } = await storeClean(context, oneChunk(content), type)
  return key
}
