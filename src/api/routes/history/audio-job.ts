import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { AudioJob } from '#contract/history-records.ts'
import { readOfKind } from '#services/generations/reading/read-generation.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'
import { presentGeneration } from '../../presenters/present-generation.ts'
import { audioJob } from '../../presenters/records/audio-record.ts'
import { readerOf } from '../../reader.ts'

const status = createRoute({
  method: 'get',
  path: '/api/audio-generation/status',
  summary: 'How a sound stands',
  security: signedIn,
  request: { query: z.object({ record_id: z.string() }) },
  responses: { 200: json(AudioJob, 'As it stands.'), ...refusals(400, 401, 404) },
})

export function audioJobRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(status, async (c) => {
    const account = requireAccount(c.get('account'))
    const { record_id: id } = c.req.valid('query')
    const found = await readOfKind(context, { accountId: account.id, id, kind: 'audio' })
    return c.json(audioJob(presentGeneration(found, readerOf(c, account)), c.get('language')), 200)
  })
}
