import type { Conversion } from '#core/client-apis/encode-images.ts'
import type { StreamEvents } from '#core/client-apis/routes/stream-result.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { presentImages, presentUsage } from './present-images.ts'
import { presentStreamFailure } from './refuse-as-openai.ts'

type ImageStream = {
  event: 'image_generation' | 'image_edit'
  quality: string
  /** How many unfinished images are sent at most. */
  partialImages: number
  conversion: Conversion
}

/**
 * OpenAI's events of images: small images of the unfinished result where its provider has them, then
 * each finished image.
 */
export function imageEvents(
  options: ApiOptions,
  c: RequestContext,
  { event, quality, partialImages, conversion }: ImageStream,
): StreamEvents {
  const create = (name: string, data: object) => {
    const type = `${event}.${name}`
    const created_at = Math.floor(Date.now() / 1_000)
    return { event: type, data: { type, created_at, quality, background: 'opaque', ...data } }
  }
  let sent = 0
  return {
    preview(preview) {
      if (sent >= partialImages) return []
      const partial = { ...readPreview(preview), size: 'auto', output_format: 'webp' }
      return [create('partial_image', { ...partial, partial_image_index: sent++ })]
    },
    async ended(found) {
      const answer = await presentImages(options, c, found, { format: 'b64_json', conversion })
      const { data, size = 'auto', output_format } = answer
      const usage = presentUsage(found)
      return data.map((image) => create('completed', { ...image, size, output_format, usage }))
    },
    failed(error, id) {
      const shown = presentStreamFailure(error, id, c.get('language'))
      return [{ event: 'error', data: { type: 'error', error: shown } }]
    },
  }
}

/** The bytes of a preview, which is a `data:` URL of a WebP. */
export function readPreview(preview: string): { b64_json: string } {
  return { b64_json: preview.slice(preview.indexOf(',') + 1) }
}
