import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '../../env.ts'
import { deleteRoute } from './delete-route.ts'
import { facetsRoute } from './facets-route.ts'
import { favoriteRoute } from './favorite-route.ts'
import { histories } from './histories.ts'
import { listRoute } from './list-route.ts'
import { selectionRoute } from './selection-route.ts'

/** Five histories and what is done in them: one table, the same shape everywhere. */
export function historyRoutes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  for (const history of histories) {
    app.route('/', listRoute(options, history))
    app.route('/', facetsRoute(options, history))
    app.route('/', favoriteRoute(options, history))
    app.route('/', deleteRoute(options, history))
    app.route('/', selectionRoute(options, history))
  }
  return app
}
