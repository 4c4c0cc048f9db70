import { type Conversion, encodeImages } from '#core/client-apis/encode-images.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { ApiOptions } from '#core/http/env.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import { creditsOf } from './present-images.ts'
import { failureName } from './refuse-as-openai.ts'

type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

/** The generation that an id of a response or of its item names, and the place of the image. */
export function generationOf(id: string): { id: string; place: number } {
  const [, generation = '', place = 0] = /^(?:resp_|ig_|msg_)?([^_]+)(?:_(\d))?$/.exec(id) ?? []
  return { id: generation, place: Number(place) }
}

/** The first member of a response: what is known from its start. */
export function presentStarted(id: string, model: string, createdAt: Date) {
  return {
    id: `resp_${id}`,
    object: 'response' as const,
    created_at: Math.floor(createdAt.getTime() / 1_000),
    model,
    status: 'in_progress' as ResponseStatus,
    background: false,
    error: null as { code: string; message: string } | null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    output: [] as object[],
    parallel_tool_calls: false,
    previous_response_id: null,
    temperature: null,
    text: { format: { type: 'text' as const } },
    tool_choice: 'auto' as const,
    tools: [],
    top_p: null,
    truncation: 'disabled' as const,
    usage: null as ReturnType<typeof presentUsage> | null,
  }
}

/** Presents a generation as a response, with its images or its text once it has ended. */
export async function presentResponse(
  options: ApiOptions,
  found: GenerationWithMedia,
  language: Language,
  conversion: Conversion = {},
) {
  const { row } = found
  const { error_code: code } = row
  const hasResult = !isOpen(row.status) && (row.answer !== null || found.outputs.length > 0)
  return {
    ...presentStarted(row.id, row.model, row.created_at),
    status: statusOf(found, hasResult),
    ...(!hasResult &&
      code && {
        error: {
          code: failureName(code),
          message: failureMessage({ ...row, error_code: code }, language),
        },
      }),
    ...(hasResult && {
      output: await presentOutput(options, found, conversion),
      usage: presentUsage(found),
    }),
  }
}

function statusOf({ row }: GenerationWithMedia, hasResult: boolean): ResponseStatus {
  if (row.status === 'pending') return 'queued'
  if (row.status === 'processing') return 'in_progress'
  if (hasResult) return 'completed'
  return row.error_code === 'cancelled' ? 'cancelled' : 'failed'
}

/** A studio counts credits, not tokens, which clients expect: their numbers are 0. */
function presentUsage({ row }: GenerationWithMedia) {
  return {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
    credits: creditsOf(row),
  }
}

export type OutputItem = Awaited<ReturnType<typeof presentOutput>>[number]

/** The calls of the tool with their images in base64, or the message with the text. */
async function presentOutput(
  options: ApiOptions,
  found: GenerationWithMedia,
  conversion: Conversion,
) {
  const { id, answer } = found.row
  if (answer !== null) return [presentMessage(id, answer)]
  const images = await encodeImages(options.context, found, conversion)
  return images.map(({ content, contentType }, index) => ({
    ...presentCall(id, index),
    status: 'completed' as const,
    result: content.toString('base64'),
    output_format: contentType.replace('image/', ''),
  }))
}

/** A call of the tool before its result. */
export function presentCall(generationId: string, index: number) {
  return {
    id: index === 0 ? `ig_${generationId}` : `ig_${generationId}_${index}`,
    type: 'image_generation_call' as const,
    status: 'in_progress' as 'in_progress' | 'completed',
    result: null as string | null,
  }
}

/** A message with its text. */
export function presentMessage(generationId: string, text: string) {
  return {
    id: `msg_${generationId}`,
    type: 'message' as const,
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }],
  }
}
