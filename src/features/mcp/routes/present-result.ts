import { buffer } from 'node:stream/consumers'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { openMedia } from '#core/downloads/open-media.ts'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import { readMediaAddress } from '#core/media/media-address-rules.ts'
import type { AllParts } from '#core/parts.ts'
import type { ErrorBody } from '#core/texts/contract/errors.ts'
import type { GenerationSummary } from './result-schemas.ts'

type Content = CallToolResult['content']

/** Returns an answer as structured content and, for clients that read none, as text. */
export function structured(value: Record<string, unknown>, more: Content = []): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }, ...more],
    structuredContent: value,
  }
}

/** Returns a refusal as the result of a tool, so that the model can correct its call. */
export function refusedResult(body: ErrorBody, credits: object): CallToolResult {
  const { error: message, ...details } = body
  return { ...structured({ ...details, message, ...credits }), isError: true }
}

/** What an answer says of a generation. */
export function summarize(generation: GenerationView): GenerationSummary {
  const { credits_charged, credits_refunded } = generation
  return {
    id: generation.id,
    request_id: generation.request_id,
    status: generation.status,
    kind: generation.kind,
    model: generation.model,
    generation_type: generation.generation_type,
    prompt: generation.prompt,
    credits_charged,
    credits_refunded,
    files: generation.images.map(summarizeFile),
    answer: generation.answer,
    ...(isOpen(generation.status) && {
      progress: generation.progress,
      queue_position: generation.queue_position,
      note: 'It is not finished. Call get_generation with this id to wait for it.',
    }),
    ...(generation.error_code && {
      error_code: generation.error_code,
      error_message: generation.error_message,
    }),
    is_public: generation.is_public,
    created_at: generation.created_at,
    completed_at: generation.completed_at,
  }
}

function summarizeFile({ url, content_type, bytes, width, height, duration_ms }: MediaView) {
  return { url, content_type, bytes, width, height, duration_ms }
}

/** Thumbnails beyond these are left out: an answer has to fit into a conversation. */
const maxThumbnails = 8
const maxThumbnailBytes = 256 * 1024

/** Returns a link to each file of a generation and, where there is one, its thumbnail. */
export async function fileContent(
  context: AllParts,
  accountId: string,
  files: readonly MediaView[],
): Promise<Content> {
  const links = files.map(({ url, content_type, bytes }) => ({
    type: 'resource_link' as const,
    uri: url,
    name: url.split('/').at(-1) ?? url,
    mimeType: content_type,
    size: bytes,
  }))
  const thumbnails = await Promise.all(
    files.slice(0, maxThumbnails).map((file) => readThumbnail(context, accountId, file)),
  )
  return [...thumbnails.flat(), ...links]
}

async function readThumbnail(
  context: AllParts,
  accountId: string,
  { id, url, thumbnail_url }: MediaView,
): Promise<Content> {
  const place = readMediaAddress(new URL(url).pathname)
  if (!place || !thumbnail_url) return []
  try {
    const request = { id, accountId: place.accountId, readerId: accountId, thumbnail: true }
    const media = await openMedia(context, request)
    if ((await media.bytes()) > maxThumbnailBytes) return []
    const data = (await buffer(await media.open())).toString('base64')
    return [{ type: 'image', data, mimeType: media.contentType }]
  } catch (error) {
    // The result is paid for and linked; a missing preview must not fail the call.
    context.log.warn({ err: error, media: id }, 'thumbnail could not be read')
    return []
  }
}
