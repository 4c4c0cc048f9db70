import { OpenAPIHono, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, publicRoute, refusals } from '#core/http/route.ts'
import { ModelsView } from '../models-contract.ts'
import { publishedModels } from '../published-models.ts'
import { kinds } from '../rules/kinds.ts'

const read = publicRoute({
  method: 'get',
  path: '/api/models',
  summary: 'The models, with the definitions that are not of this release',
  description: 'Signed in, a model that the groups of the account do not allow is not offered.',
  request: {
    query: z.object({
      kind: z.enum(kinds).optional().meta({ description: 'Only the models of this kind.' }),
    }),
  },
  responses: {
    200: json(ModelsView, 'The models, in the order of the model picker.'),
    ...refusals(400),
  },
})

/** What pages need to know of models that their own code does not have. */
export function modelRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  // Definitions are long, and repeat themselves.
  app.use('/api/models', compress())
  return app.openapi(read, async (c) => {
    const { kind } = c.req.valid('query')
    const { models, ...published } = publishedModels()
    const account = c.get('account')
    const allowed = account && (await readAllowedModels(context, account.id))
    const wanted = models
      .filter((model) => kind === undefined || model.kind === kind)
      .map((model) => ({
        ...model,
        is_offered: model.is_offered && isModelAllowed(allowed, model.id),
      }))
    return c.json({ ...published, models: wanted }, 200)
  })
}
