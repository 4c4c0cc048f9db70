import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { bySessionOrKey } from '#core/http/route.ts'
import { documentBody } from '#core/http/validation.ts'
import { PredictionParameters } from './prediction-request.ts'

const ReplicateError = z
  .object({
    title: z.string(),
    detail: z.string(),
    status: z.int(),
    code: z.string(),
    invalid_fields: z
      .array(z.object({ type: z.string(), field: z.string(), description: z.string() }))
      .optional(),
  })
  .meta({ id: 'ReplicateError' })

const Prediction = z
  .object({
    id: z.string(),
    model: z.string(),
    version: z.string(),
    status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled']),
    input: z.record(z.string(), z.unknown()),
    output: z
      .union([z.string(), z.array(z.string())])
      .nullable()
      .describe('Addresses of images, the address of another file, or a text.'),
    error: z.string().nullable(),
    logs: z.string(),
    data_removed: z.boolean(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    metrics: z.object({ predict_time: z.number().optional() }),
    credits: z.int(),
    urls: z.object({ get: z.string(), cancel: z.string() }),
  })
  .meta({ id: 'ReplicatePrediction' })

const File = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
  checksums: z.object({ sha256: z.string() }),
  metadata: z.object({}),
  urls: z.object({ get: z.string() }),
})

const failures = {
  400: 'The body is no JSON, or no complete form.',
  401: 'The key is missing or wrong.',
  402: 'Credits are missing, or a daily limit is reached.',
  403: 'The account or the key may not do this.',
  404: 'There is no such model or prediction.',
  408: 'Nothing more of the file arrived.',
  409: '`Idempotency-Key` was used for another request.',
  413: 'Too large.',
  415: 'Neither JSON nor a form.',
  422: 'The input is wrong; `invalid_fields` name what.',
  429: 'Too many requests.',
  503: 'Temporarily unavailable.',
}

const errors = Object.fromEntries(
  Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: ReplicateError } } },
  ]),
)

function json(status: 200 | 201, schema: z.ZodType, description: string) {
  return { [status]: { description, content: { 'application/json': { schema } } }, ...errors }
}

const security = bySessionOrKey
const headers = z.object({
  prefer: z
    .string()
    .optional()
    .describe('`wait=SECONDS`: answer after the end, at most 60 s later.'),
  'idempotency-key': z.string().max(200).optional(),
})
const id = z.object({ id: z.string() })
const body = documentBody(PredictionParameters)
const file = {
  type: 'object' as const,
  properties: { content: { type: 'string' as const, format: 'binary' } },
}

/** `/replicate/v1` in the OpenAPI document. */
export const replicatePaths: RouteConfig[] = [
  {
    method: 'post',
    path: '/replicate/v1/predictions',
    summary: 'Start a prediction by `version` or `model`, in Replicate’s words',
    security,
    request: { headers, body },
    responses: json(201, Prediction, 'Accepted and charged.'),
  },
  {
    method: 'post',
    path: '/replicate/v1/models/{owner}/{name}/predictions',
    summary: 'Start a prediction of a model, in Replicate’s words',
    security,
    request: { params: z.object({ owner: z.string(), name: z.string() }), headers, body },
    responses: json(201, Prediction, 'Accepted and charged.'),
  },
  {
    method: 'get',
    path: '/replicate/v1/predictions/{id}',
    summary: 'One prediction, in Replicate’s words',
    security,
    request: { params: id },
    responses: json(200, Prediction, 'As it is now.'),
  },
  {
    method: 'post',
    path: '/replicate/v1/predictions/{id}/cancel',
    summary: 'Cancel a prediction, in Replicate’s words',
    security,
    request: { params: id },
    responses: json(200, Prediction, 'Cancelled and refunded, where that was still possible.'),
  },
  {
    method: 'post',
    path: '/replicate/v1/files',
    summary: 'Upload a file for inputs, in Replicate’s words',
    security,
    request: { body: { required: true, content: { 'multipart/form-data': { schema: file } } } },
    responses: json(201, File, 'Stored.'),
  },
]
