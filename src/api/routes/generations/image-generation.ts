import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { DeleteAnswer, DeleteRequest, ImageHistoryPage, ImageHistoryQuery } from '#contract/history.ts'
import { deleteGenerations } from '#services/generations/delete-generation.ts'
import { listHistory } from '#services/generations/reading/list-history.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'
import { presentImageHistory } from '../../presenters/present-history.ts'
import { documentBody, readBody } from '../../read-body.ts'
import { readerOf } from '../../reader.ts'

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
