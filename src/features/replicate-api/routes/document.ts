import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { bySessionOrKey } from '#core/http/route.ts'
import { documentBody, documentQuery } from '#core/http/validation.ts'
import { PredictionParameters, PredictionsQuery } from './prediction-request.ts'

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

const Model = z
  .object({
    url: z.string(),
    owner: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: z.literal('public'),
    is_official: z.boolean(),
    run_count: z.int(),
    github_url: z.null(),
    paper_url: z.null(),
    license_url: z.null(),
    cover_image_url: z.null(),
    default_example: z.null(),
    latest_version: z.object({
      id: z.string().describe('May be the `version` of a prediction.'),
      created_at: z.string(),
      cog_version: z.null(),
      openapi_schema: z.looseObject({}),
    }),
  })
  .meta({ id: 'ReplicateModel' })

const Account = z.object({
  type: z.literal('user'),
  username: z.string(),
  name: z.string(),
  github_url: z.string(),
})

function pageOf(item: z.ZodType) {
  return z.object({ next: z.string().nullable(), previous: z.null(), results: z.array(item) })
}

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
  400: 'The body is no JSON or no complete form, or the query is wrong.',
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
    path: '/replicate/v1/predictions',
    summary: 'A page of predictions, newest first, in Replicate’s words',
    security,
    parameters: documentQuery(PredictionsQuery),
    responses: json(200, pageOf(Prediction), '`next` is the address of the next page.'),
  },
  {
    method: 'get',
    path: '/replicate/v1/models',
    summary: 'The models, in Replicate’s words',
    security,
    responses: json(200, pageOf(Model), 'All of them.'),
  },
  {
    method: 'get',
    path: '/replicate/v1/models/{owner}/{name}',
    summary: 'One model, in Replicate’s words',
    security,
    request: { params: z.object({ owner: z.string(), name: z.string() }) },
    responses: json(200, Model, 'It, with the schema of its input.'),
  },
  {
    method: 'get',
    path: '/replicate/v1/account',
    summary: 'The account of the key, in Replicate’s words',
    security,
    responses: json(200, Account, 'It.'),
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
