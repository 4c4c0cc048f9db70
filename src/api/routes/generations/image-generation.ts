import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { toJSONSchema } from 'zod/mini'
import { catalogue } from '#catalogue/catalogue.ts'
import type { Model } from '#catalogue/model.ts'
import { inputSchema } from '#catalogue/parse-input.ts'
import { CreateAnswer, CreateEnvelope } from '#contract/generation.ts'
import { DeleteAnswer, DeleteRequest, ImageHistoryPage, ImageHistoryQuery } from '#contract/history.ts'
import { deleteGenerations } from '#services/generations/delete-generation.ts'
import { chooseModel } from '#services/generations/prepare-input.ts'
import { listHistory } from '#services/generations/reading/list-history.ts'
import { withMedia } from '#services/generations/reading/read-generation.ts'
import { startGeneration } from '#services/generations/start-generation.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'
import { presentGeneration } from '../../presenters/present-generation.ts'
import { presentImageHistory } from '../../presenters/present-history.ts'
import { documentBody, readBody } from '../../read-body.ts'
import { readerOf } from '../../reader.ts'

const ImageEnvelope = CreateEnvelope.extend({
  image_generation_type: z.string().default('text-to-image'),
})

const create = createRoute({
  method: 'post',
  path: '/api/image-generation/create',
  summary: 'Make images',
  description:
    'Charges the price at once; failed work is refunded. Poll `GET /api/generations/{id}` or listen to events.',
  security: signedIn,
  request: { body: documentBody({ anyOf: catalogue.filter((model) => model.kind === 'image').map(documentModel) }) },
  responses: { 200: json(CreateAnswer, 'Accepted and charged.'), ...refusals(400, 401, 403, 413, 415, 503) },
})

const history = createRoute({
  method: 'get',
  path: '/api/image-generation/history',
  summary: 'Images made by this account, newest first',
  security: signedIn,
  request: { query: ImageHistoryQuery },
  responses: { 200: json(ImageHistoryPage, 'One page; beyond the end it is empty.'), ...refusals(400, 401) },
})

const remove = createRoute({
  method: 'delete',
  path: '/api/image-generation/delete',
  summary: 'Delete images and their files; what still waits is cancelled and refunded first',
  security: signedIn,
  request: { body: documentBody(DeleteRequest) },
  responses: { 200: json(DeleteAnswer, 'How many were deleted.'), ...refusals(400, 401, 403, 404, 409, 413, 415) },
})

export function imageGenerationRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(create, async (c) => {
      const account = requireAccount(c.get('account'))
      const body = await readBody(c, ImageEnvelope)
      const row = await startGeneration(context, {
        accountId: account.id,
        model: chooseModel({ model: body.model, generationType: body.image_generation_type, medium: 'image' }),
        input: body,
        requestId: body.request_id,
        isPublic: body.is_public ?? body.isPublic ?? true,
      })
      const [generation] = (await withMedia(context, [row])).map((found) =>
        presentGeneration(found, readerOf(c, account)),
      )
      if (!generation) throw new Error('A generation vanished right after it was made')
      const { id, request_id, status, credits_charged } = generation
      return c.json({ id, request_id, status, credits_charged, message: 'ok', generation }, 200)
    })
    .openapi(history, async (c) => {
      const account = requireAccount(c.get('account'))
      const page = await listHistory(context, { accountId: account.id, kind: 'image', ...c.req.valid('query') })
      return c.json(presentImageHistory(page, readerOf(c, account)), 200)
    })
    .openapi(remove, async (c) => {
      const account = requireAccount(c.get('account'))
      const { ids } = await readBody(c, DeleteRequest)
      const deletedCount = await deleteGenerations(context, { accountId: account.id, kind: 'image', ids })
      return c.json({ deletedCount }, 200)
    })
}

/** One model's create call, as JSON schema derived from its fields. */
function documentModel(model: Model): object {
  const { $schema, properties, ...fields } = toJSONSchema(inputSchema(model), { io: 'input', unrepresentable: 'any' })
  const envelope = z.toJSONSchema(ImageEnvelope, { io: 'input' })
  return {
    ...fields,
    title: model.name,
    properties: { ...envelope.properties, model: { const: model.id }, ...properties },
    required: [...(fields.required ?? []), 'model'],
  }
}
