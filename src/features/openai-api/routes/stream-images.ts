import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { acquireStream } from '#core/events/stream-room.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { followResult, requireResult } from './await-result.ts'
import { type Conversion, presentImages } from './present-images.ts'
import { OpenAiFailure, ownFailure, presentFailure } from './refuse-as-openai.ts'

type ImageStream = {
  accountId: string
  /** Starts the generation. */
  begin(): Promise<{ id: string }>
  event: 'image_generation' | 'image_edit'
  quality: string
  /** How many unfinished images are sent at most. */
  partialImages: number
  conversion: Conversion
}

/**
 * Starts a generation and streams it as OpenAI's events: small images of the unfinished result where
 * its provider has them, then each finished image. A client that leaves ends only the stream. A failure
 * is an event `error`; what is refused before the start is answered without a stream, and throws.
 */
export async function streamImages(
  options: ApiOptions,
  c: RequestContext,
  order: ImageStream,
): Promise<Response> {
  const giveBack = acquireStream(order.accountId, 'jobs')
  const { id } = await order.begin().catch((error: unknown) => {
    giveBack()
    throw error
  })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c as Context<Env>, async (stream) => {
    // Otherwise a pending write could wait for a reader that has left.
    c.req.raw.signal.addEventListener('abort', () => stream.abort(), { once: true })
    try {
      await writeEvents(options, c, stream, { ...order, id })
    } catch (error) {
      if (!(error instanceof OpenAiFailure))
        options.context.log.error({ err: error }, 'images not sent')
      const failure = error instanceof OpenAiFailure ? error : ownFailure(500, 'not_sent', { id })
      const data = { type: 'error', error: presentFailure(failure, c.get('language') ?? 'en') }
      await stream.writeSSE({ event: 'error', data: JSON.stringify(data) })
    } finally {
      giveBack()
    }
  })
}

async function writeEvents(
  options: ApiOptions,
  c: RequestContext,
  stream: SSEStreamingApi,
  { id, accountId, event, quality, partialImages, conversion }: ImageStream & { id: string },
): Promise<void> {
  const write = (name: string, data: object) => {
    const type = `${event}.${name}`
    const common = {
      type,
      created_at: Math.floor(Date.now() / 1_000),
      quality,
      background: 'opaque',
    }
    return stream.writeSSE({ event: type, data: JSON.stringify({ ...common, ...data }) })
  }
  let sent = 0
  let last: string | null = null
  for await (const found of followResult(options, c, { accountId, id })) {
    if (stream.aborted) return
    const { preview, status } = found.row
    if (!isOpen(status)) return sendImages(requireResult(found))
    if (preview && preview !== last && sent < partialImages) {
      await write('partial_image', { ...readPreview(preview), partial_image_index: sent })
      sent += 1
      last = preview
    } else {
      // Proxies close a silent connection.
      await stream.write(': waiting\n\n')
    }
  }

  async function sendImages(found: GenerationWithMedia): Promise<void> {
    const answer = await presentImages(options, c, found, { format: 'b64_json', conversion })
    const { data, size = 'auto', output_format } = answer
    // A studio counts credits, not tokens.
    const none = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
    const details = { input_tokens_details: { image_tokens: 0, text_tokens: 0 } }
    const usage = { ...none, ...details, credits: found.row.price - found.row.refunded }
    for (const image of data) await write('completed', { ...image, size, output_format, usage })
  }
}

/** A preview is a `data:` URL of a WebP. */
function readPreview(preview: string): { b64_json: string; size: string; output_format: string } {
  return { b64_json: preview.slice(preview.indexOf(',') + 1), size: 'auto', output_format: 'webp' }
}
