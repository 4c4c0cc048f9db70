import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { bySessionOrKey } from '#core/http/route.ts'
import { documentBody, documentQuery } from '#core/http/validation.ts'
import { GeminiModel, ListModelsQuery } from './model-routes.ts'
import { generateSchema } from './parameters.ts'

const GeminiError = z
  .object({
    error: z.object({
      code: z.int(),
      message: z.string(),
      status: z.string(),
      details: z.array(z.looseObject({})),
    }),
  })
  .meta({ id: 'GeminiError' })

const failures = {
  400: 'The request is wrong, or the model refused it.',
  401: 'The key is missing or wrong.',
  403: 'The account or the key may not do this.',
  404: 'There is no such model.',
  409: '`Idempotency-Key` was used for another request.',
  413: 'Too large.',
  415: 'It is no JSON.',
  429: 'Credits are missing, or too many requests.',
  500: 'The generation failed and was refunded.',
  503: 'Temporarily unavailable.',
  504: 'The generation continues; the same `Idempotency-Key` gives its result.',
}

const Answer = z
  .object({
    candidates: z.array(
      z.object({
        content: z.object({
          role: z.literal('model'),
          parts: z.array(
            z.object({
              text: z.string().optional(),
              inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional(),
            }),
          ),
        }),
        finishReason: z.literal('STOP'),
        index: z.int(),
      }),
    ),
    usageMetadata: z.object({
      promptTokenCount: z.int(),
      candidatesTokenCount: z.int(),
      totalTokenCount: z.int(),
      credits: z.int(),
    }),
    modelVersion: z.string(),
    responseId: z.string(),
  })
  .meta({ id: 'GeminiContent' })

const errors = Object.fromEntries(
  Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: GeminiError } } },
  ]),
)

function pick(...statuses: (keyof typeof failures)[]) {
  return Object.fromEntries(statuses.map((status) => [status, errors[status] as object]))
}

const version = z.object({ version: z.enum(['v1', 'v1beta']) })

/** `/gemini` in the OpenAPI document. */
export const geminiPaths: RouteConfig[] = [
  {
    method: 'get',
    path: '/gemini/{version}/models',
    summary: 'The models, in Gemini’s words',
    security: bySessionOrKey,
    request: { params: version },
    parameters: documentQuery(ListModelsQuery),
    responses: {
      200: {
        description: 'A page of them.',
        content: {
          'application/json': {
            schema: z.object({
              models: z.array(GeminiModel),
              nextPageToken: z.string().optional(),
            }),
          },
        },
      },
      ...pick(400, 401, 403, 404, 429, 503),
    },
  },
  {
    method: 'get',
    path: '/gemini/{version}/models/{model}',
    summary: 'One model, in Gemini’s words',
    security: bySessionOrKey,
    request: { params: version.extend({ model: z.string() }) },
    responses: {
      200: {
        description: 'It.',
        content: { 'application/json': { schema: GeminiModel } },
      },
      ...pick(401, 403, 404, 429, 503),
    },
  },
  {
    method: 'post',
    path: '/gemini/{version}/models/{call}',
    summary: 'Make or edit images, or ask about one, in Gemini’s words: `MODEL:generateContent`',
    security: bySessionOrKey,
    request: {
      params: version.extend({ call: z.string() }),
      query: z.object({ alt: z.literal('sse').optional() }),
      headers: z.object({ 'idempotency-key': z.string().max(200).optional() }),
      body: documentBody(generateSchema),
    },
    responses: {
      200: {
        description: 'The answer; of `streamGenerateContent` a list, or with `alt=sse` events.',
        content: { 'application/json': { schema: Answer } },
      },
      ...errors,
    },
  },
]
