import { OpenAPIHono } from '@hono/zod-openapi'
import { ModelsView } from '#contract/models.ts'
import { publishedModels } from '#services/models/published-models.ts'
import type { Env } from '../env.ts'
import { json, publicRoute } from '../route.ts'

const read = publicRoute({
  method: 'get',
  path: '/api/models',
  summary: 'The models, with the definitions that are not of this release',
  responses: { 200: json(ModelsView, 'The models, in the order of the model picker.') },
})

/** What pages need to know of models that their own code does not have. */
export function modelRoutes() {
  return new OpenAPIHono<Env>().openapi(read, (c) => c.json(publishedModels(), 200))
}
