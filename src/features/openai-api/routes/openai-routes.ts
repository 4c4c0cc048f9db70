import { Hono } from 'hono'
import { anyone } from '#core/http/access.ts'
import type { ApiOptions, Env, FeatureBase, FeatureDocumentation } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { chatRoutes } from './chat-routes.ts'
import { openAiPaths } from './document.ts'
import { imageRoutes } from './image-routes.ts'
import { openAiModelRoutes } from './model-routes.ts'
import { refuseAsOpenAi } from './refuse-as-openai.ts'
import { responseRoutes } from './response-routes.ts'
import { speechRoutes } from './speech-routes.ts'
import { transcriptionRoutes } from './transcription-routes.ts'
import { videoRoutes } from './video-routes.ts'

/**
 * `/v1`: the parts of OpenAI's API that the studio's models can answer, for its unmodified clients
 * (docs/openai.md). A request is a create call: charged, recorded and limited like any other.
 */
export function routes(options: ApiOptions) {
  return new Hono<Env>()
    .route('/', openAiModelRoutes(options))
    .route('/', imageRoutes(options))
    .route('/', videoRoutes(options))
    .route('/', speechRoutes(options))
    .route('/', transcriptionRoutes(options))
    .route('/', chatRoutes(options))
    .route('/', responseRoutes(options))
    .all('/v1/*', anyone, () => {
      throw new HttpError('not_found')
    })
}

/** `/v1`, which pages of other origins may use with a key. */
export const bases: readonly FeatureBase[] = [
  { path: '/v1/*', isForOrigins: true, hasFiles: true, createErrorHandler: refuseAsOpenAi },
]

/** They take files: in a form, or as `data:` URIs in JSON. */
export const withDataUris = [
  '/v1/images/edits',
  '/v1/videos',
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/audio/transcriptions',
]

export const documentation: FeatureDocumentation = {
  group: 'OpenAI clients',
  paths: /^\/v1\//,
  operations: openAiPaths,
}
