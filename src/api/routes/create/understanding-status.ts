import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { UnderstandingJob } from '#contract/history-records.ts'
import { readOfKind } from '#services/generations/reading/read-generation.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'
import { presentGeneration } from '../../presenters/present-generation.ts'
import { readerOf } from '../../reader.ts'

const status = createRoute({
  method: 'get',
  path: '/api/image-understanding/status',
  summary: 'How a question about an image stands, and its answer',
  security: signedIn,
  request: { query: z.object({ job_id: z.string() }) },
  responses: { 200: json(UnderstandingJob, 'As it stands.'), ...refusals(400, 401, 404) },
})

export function understandingStatusRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(status, async (c) => {
    const account = requireAccount(c.get('account'))
    const { job_id: id } = c.req.valid('query')
    const found = await readOfKind(context, {
      accountId: account.id,
      id,
      kind: 'image-understanding',
    })
    const generation = presentGeneration(found, readerOf(c, account))
    const { answer: result, error_message: error, created_at, updated_at } = generation
    return c.json(
      { job_id: generation.id, status: generation.status, result, error, created_at, updated_at },
      200,
    )
  })
}
