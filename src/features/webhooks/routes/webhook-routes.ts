import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from '../messages/errors.en.json'
import { accountRoutes } from './account-routes.ts'
import { operatorRoutes } from './operator-routes.ts'

export const errors = {
  statuses: { too_many_webhooks: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

/** Webhooks of accounts, and those of operators. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>()
    .route('/', accountRoutes(options))
    .route('/', operatorRoutes(options.context))
}
