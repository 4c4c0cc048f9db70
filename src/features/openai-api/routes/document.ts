import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { bySessionOrKey } from '#core/http/route.ts'
import { documentBody, documentQuery } from '#core/http/validation.ts'
import { ChatParameters } from './chat-routes.ts'
import { ImageParameters, VariationParameters } from './image-routes.ts'
import { ResponseParameters } from './response-routes.ts'
import { SpeechParameters } from './speech-routes.ts'
import { TranscriptionParameters } from './transcription-routes.ts'
import { ListQuery, RemixParameters, VideoParameters } from './video-routes.ts'

const OpenAiError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAiError' })

const statuses = {
  400: 'The request is wrong, or the model refused it; `param` names what.',
  401: '`invalid_api_key`',
  403: 'The account or the key may not do this.',
  404: '`model_not_found`, or there is no such video of this account.',
  408: 'Nothing more of the file arrived.',
  409: '`Idempotency-Key` was used for another request, or the video is running.',
  413: 'Too large.',
  415: 'Neither JSON nor a form.',
  429: '`insufficient_quota`: credits are missing. `rate_limit_exceeded`: try again after `Retry-After` seconds.',
  500: 'The generation failed and was refunded.',
  503: 'Temporarily unavailable; try again after `Retry-After` seconds.',
  504: '`wait_ended`: the generation continues; the same `Idempotency-Key` gives its result.',
} as const

const errors = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: OpenAiError } } },
  ]),
)

function json(schema: z.ZodType, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } }, ...errors }
}

/** `parts`: files of the form, by their parameters. */
function bodyOf(schema: z.ZodObject, parts: Record<string, object> = {}) {
  const json = documentBody(schema)
  if (Object.keys(parts).length === 0) return { body: json }
  const form = { type: 'object' as const, properties: parts }
  return {
    body: { ...json, content: { ...json.content, 'multipart/form-data': { schema: form } } },
  }
}

const file = { type: 'string', format: 'binary' }
const Reference = z.object({ image_url: z.string() })
const Modalities = z.array(z.enum(['text', 'image', 'video', 'audio']))
const Model = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    name: z.string(),
    architecture: z.object({
      modality: z.string(),
      input_modalities: Modalities,
      output_modalities: Modalities,
    }),
    pricing: z
      .object({ request: z.string(), unit: z.literal('credits') })
      .describe('The lowest price of a request with initial values, in credits.'),
  })
  .meta({ id: 'OpenAiModel' })
const Images = z
  .object({
    created: z.int(),
    data: z.array(z.object({ url: z.string().optional(), b64_json: z.string().optional() })),
    size: z.string().optional(),
    output_format: z.string().optional(),
  })
  .meta({ id: 'OpenAiImages' })
const Chat = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          images: z
            .array(
              z.object({
                type: z.literal('image_url'),
                index: z.int(),
                image_url: z.object({ url: z.string() }),
              }),
            )
            .optional()
            .describe('As `data:` URLs.'),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage: z.object({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      total_tokens: z.int(),
      credits: z.int(),
    }),
  })
  .meta({ id: 'OpenAiChat' })
const Response = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    model: z.string(),
    status: z.enum(['queued', 'in_progress', 'completed', 'failed', 'cancelled']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    output: z
      .array(z.looseObject({ id: z.string(), type: z.string(), status: z.string() }))
      .describe('Calls of the tool with their images as `result`, or a message with the text.'),
    usage: z.looseObject({ total_tokens: z.int(), credits: z.int() }).nullable(),
  })
  .meta({ id: 'OpenAiResponse' })
const Video = z
  .object({
    id: z.string(),
    object: z.literal('video'),
    model: z.string(),
    status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
    progress: z.int(),
    created_at: z.int(),
    completed_at: z.int().nullable(),
    expires_at: z.int().nullable(),
    prompt: z.string(),
    size: z.string(),
    seconds: z.string(),
    remixed_from_video_id: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'OpenAiVideo' })

const security = bySessionOrKey
const headers = z.object({ 'idempotency-key': z.string().max(200).optional() })
const id = z.object({ id: z.string() })

/** `/v1` in the OpenAPI document: OpenAI's operations, as far as a studio answers them. */
export const openAiPaths: RouteConfig[] = [
  {
    method: 'get',
    path: '/v1/models',
    summary: 'The studio’s models and the operator’s aliases',
    security,
    responses: json(z.object({ object: z.literal('list'), data: z.array(Model) }), 'All of them.'),
  },
  {
    method: 'get',
    path: '/v1/models/{model}',
    summary: 'One model or alias',
    security,
    request: { params: z.object({ model: z.string() }) },
    responses: json(Model, 'The model.'),
  },
  {
    method: 'post',
    path: '/v1/images/generations',
    summary: 'Make images and wait for them, in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(ImageParameters) },
    responses: json(Images, 'The images.'),
  },
  {
    method: 'post',
    path: '/v1/images/edits',
    summary: 'Edit images and wait for the results, in OpenAI’s words',
    security,
    request: {
      headers,
      ...bodyOf(
        ImageParameters.extend({ images: z.array(Reference), mask: Reference.optional() }),
        {
          image: file,
          mask: file,
        },
      ),
    },
    responses: json(Images, 'The images.'),
  },
  {
    method: 'post',
    path: '/v1/images/variations',
    summary: 'Vary an image and wait for the results, in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(VariationParameters, { image: file }) },
    responses: json(Images, 'The images.'),
  },
  {
    method: 'post',
    path: '/v1/videos/{id}/remix',
    summary: 'Make a finished video again with another prompt, in OpenAI’s words',
    security,
    request: { params: id, headers, ...bodyOf(RemixParameters) },
    responses: json(Video, 'Accepted and charged.'),
  },
  {
    method: 'post',
    path: '/v1/videos',
    summary: 'Start a video, in OpenAI’s words',
    security,
    request: {
      headers,
      ...bodyOf(VideoParameters.extend({ input_reference: Reference.optional() }), {
        input_reference: file,
      }),
    },
    responses: json(Video, 'Accepted and charged.'),
  },
  {
    method: 'get',
    path: '/v1/videos',
    summary: 'The account’s videos, newest first, in OpenAI’s words',
    security,
    parameters: documentQuery(ListQuery),
    responses: json(
      z.object({
        object: z.literal('list'),
        data: z.array(Video),
        first_id: z.string().nullable(),
        last_id: z.string().nullable(),
        has_more: z.boolean(),
      }),
      'A page of them.',
    ),
  },
  {
    method: 'get',
    path: '/v1/videos/{id}',
    summary: 'One video, in OpenAI’s words',
    security,
    request: { params: id },
    responses: json(Video, 'As it is now.'),
  },
  {
    method: 'get',
    path: '/v1/videos/{id}/content',
    summary: 'The file of a video; `variant=thumbnail`: an image of it',
    security,
    request: { params: id, query: z.object({ variant: z.string().optional() }) },
    responses: {
      200: { description: 'The file.' },
      206: { description: 'A range of it.' },
      304: { description: 'It is what the client has.' },
      416: { description: 'The file has no such range.' },
      ...errors,
    },
  },
  {
    method: 'delete',
    path: '/v1/videos/{id}',
    summary: 'Delete a video; a waiting one is cancelled and refunded',
    security,
    request: { params: id },
    responses: json(
      z.object({ id: z.string(), object: z.literal('video.deleted'), deleted: z.boolean() }),
      'Deleted.',
    ),
  },
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: 'Make or edit images in a chat, or ask about one; in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(ChatParameters) },
    responses: json(Chat, 'The answer; with `stream` its parts as events.'),
  },
  {
    method: 'post',
    path: '/v1/responses',
    summary:
      'Make or edit an image by the tool `image_generation`, or ask about one; in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(ResponseParameters) },
    responses: json(Response, 'The response; with `stream` its events.'),
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    summary: 'One response, in OpenAI’s words',
    security,
    request: { params: id },
    responses: json(Response, 'As it is now.'),
  },
  {
    method: 'post',
    path: '/v1/audio/speech',
    summary: 'Speak a text and wait for the file, in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(SpeechParameters) },
    responses: { 200: { description: 'The file.' }, ...errors },
  },
  {
    method: 'post',
    path: '/v1/audio/transcriptions',
    summary: 'Write down what is said in a file, in OpenAI’s words',
    security,
    request: { headers, ...bodyOf(TranscriptionParameters, { file }) },
    responses: {
      200: { description: 'A JSON object, a text, or subtitles, as `response_format` says.' },
      ...errors,
    },
  },
]
