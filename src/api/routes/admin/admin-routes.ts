import { Hono } from 'hono'
import type { ApiOptions, Env } from '../../env.ts'
import { adminAccountRoutes } from './admin-accounts.ts'
import { adminGenerationRoutes } from './admin-generations.ts'
import { adminStudioRoutes } from './admin-studio.ts'
import { requireAdmin } from './require-admin.ts'

/**
 * The operator's own pages' API. It is not in the published description: programs have the command
 * line.
 */
export function adminRoutes({ context }: ApiOptions) {
  return new Hono<Env>()
    .use('/api/admin/*', requireAdmin(context))
    .route('/', adminAccountRoutes(context))
    .route('/', adminGenerationRoutes(context))
    .route('/', adminStudioRoutes(context))
}
