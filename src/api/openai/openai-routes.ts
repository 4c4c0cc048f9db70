import { Hono } from 'hono'
import { anyone } from '../access.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { imageRoutes } from './image-routes.ts'
import { openAiModelRoutes } from './model-routes.ts'
import { speechRoutes } from './speech-routes.ts'
import { videoRoutes } from './video-routes.ts'

/**
 * `/v1`: the parts of OpenAI's API that the studio's models can answer, for its unmodified clients
 * (docs/openai.md). A request is a create call: charged, recorded and limited like any other.
 */
export function openAiRoutes(options: ApiOptions) {
  return new Hono<Env>()
    .route('/', openAiModelRoutes(options))
    .route('/', imageRoutes(options))
    .route('/', videoRoutes(options))
    .route('/', speechRoutes(options))
    .all('/v1/*', anyone, () => {
      throw new HttpError('not_found')
    })
}
