import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { languages, pathIn } from '#contract/languages.ts'
import { revisionHeader } from '#contract/models.ts'
import { publishedModels } from '#services/models/published-models.ts'
import { anyone, requireAccessRules } from './access.ts'
import { accountDataRoutes } from './accounts/account-data-routes.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { keyRoutes } from './accounts/key-routes.ts'
import { keepSession, sessionRoutes } from './accounts/session-routes.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import {
  isOperator,
  readRequest,
  refuseBeyondScope,
  refuseChangedAccount,
  refuseForeignOrigins,
} from './auth.ts'
import { downloadRoutes } from './downloads/download-routes.ts'
import type { ApiOptions, Env } from './env.ts'
import { answer, createErrorHandler, HttpError } from './errors.ts'
import { eventRoutes } from './events/event-routes.ts'
import { falProxyRoutes } from './fal-proxy/fal-proxy-routes.ts'
import { createRoutes } from './generations/create-routes.ts'
import { generationRoutes } from './generations/generation-routes.ts'
import {
  audioJobRoutes,
  audioStatusRoutes,
  understandingStatusRoutes,
} from './generations/job-status-routes.ts'
import { modelRoutes } from './generations/model-routes.ts'
import { webhookRoutes } from './generations/provider-webhook-routes.ts'
import { refundRoutes } from './generations/refund-routes.ts'
import { restoreRoutes } from './history/change-routes.ts'
import { historyRoutes } from './history/history-routes.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { guardMedia, mediaRoutes } from './media/media-routes.ts'
import { limitBody } from './middleware/limit-body.ts'
import { limitRequests } from './middleware/limit-requests.ts'
import { identifyRequests, logRequests, measureRequests } from './middleware/observe-requests.ts'
import { describeApi } from './openapi/describe-api.ts'
import { referenceRoutes } from './openapi/reference-routes.ts'
import { healthRoutes, metricsRoutes } from './operator-routes.ts'
import { paymentRoutes, paymentWebhookRoutes } from './payments/payment-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { streamedPaths, uploadRoutes } from './uploads/upload-routes.ts'
import { refuseInvalid } from './validation.ts'
import { type WebFiles, webRoutes } from './web-routes.ts'

/** The largest JSON body, in bytes: a prompt of 2000 characters is far below. */
const maxJsonBytes = 256 * 1024

/**
 * The paths that need authentication. Pages are the same for everyone but the operator, and are
 * served without the database.
 */
const accountPaths = [
  '/api/*',
  '/media/*',
  ...languages.map((language) => pathIn('/admin/*', language)),
]

/** Creates the HTTP application. `web` are the built pages; without them only the API answers. */
export function createApp(options: ApiOptions, web: WebFiles | null): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: refuseInvalid })
  app.onError(createErrorHandler(options.context.log))
  app.route('/', healthRoutes(options))
  app.route('/', metricsRoutes(options.metrics))

  app.use(identifyRequests())
  app.use(measureRequests(options.context.meter))
  app.use(logRequests(options.context.log))
  app.use('/media/*', guardMedia)
  app.use(secureHeaders(securityHeaders(options.publicUrl)))
  for (const path of accountPaths) app.use(path, readRequest(options))
  // Pages compare the date with the times of records, which are PostgreSQL's: the client's clock may
  // be wrong. They load the models again when the revision is not theirs.
  app.use('/api/*', (c, next) => {
    c.header('date', new Date(options.context.now()).toUTCString())
    c.header(revisionHeader, String(publishedModels().revision))
    return next()
  })
  app.use('/api/*', limitRequests(options))
  app.use(refuseForeignOrigins(options))
  for (const path of accountPaths) app.use(path, refuseChangedAccount(), refuseBeyondScope())
  const limited = limitBody(maxJsonBytes)
  app.use('/api/*', (c, next) => (streamedPaths.has(c.req.path) ? next() : limited(c, next)))

  app.use('/api/account', keepSession(options))
  app.route('/', adminRoutes(options))
  app.route('/', accountRoutes(options))
  app.route('/', modelRoutes())
  app.route('/', keyRoutes(options))
  app.route('/', accountDataRoutes(options))
  app.route('/', sessionRoutes(options))
  app.route('/', ledgerRoutes(options))
  app.route('/', createRoutes(options))
  app.route('/', understandingStatusRoutes(options))
  app.route('/', historyRoutes(options))
  app.route('/', audioJobRoutes(options))
  app.route('/', downloadRoutes(options))
  app.route('/', restoreRoutes(options))
  app.route('/', refundRoutes(options))
  app.route('/', generationRoutes(options))
  app.route('/', falProxyRoutes(options))
  app.route('/', uploadRoutes(options))
  app.route('/', eventRoutes(options))
  app.route('/', signInRoutes(options))
  app.route('/', mediaRoutes(options))
  app.route('/', webhookRoutes(options))
  app.route('/', paymentWebhookRoutes(options))
  app.route('/', paymentRoutes(options))
  app.route('/', audioStatusRoutes(options))
  app.route('/', referenceRoutes())
  describeApi(app)
  app.all('/api/*', anyone, () => {
    throw new HttpError('not_found')
  })
  if (web) {
    const { context } = options
    const hasOwnPrices = Object.keys(context.prices).length > 0
    const modelsRevision = () => publishedModels().revision
    const isOwn = (c: Context<Env>) => isOperator(c, context)
    app.route('/', webRoutes(web, { isOperator: isOwn, hasOwnPrices, modelsRevision }))
  }
  requireAccessRules(app)
  app.notFound((c) => answer(c, { error: 'Not found', code: 'not_found' }))
  return app
}

/**
 * Strict: no inline scripts, nothing from other hosts. Inline styles are allowed, because sizes are
 * computed.
 */
function securityHeaders(publicUrl: string): Parameters<typeof secureHeaders>[0] {
  const self = "'self'"
  return {
    contentSecurityPolicy: {
      defaultSrc: [self],
      scriptSrc: [self],
      styleSrc: [self, "'unsafe-inline'"],
      imgSrc: [self, 'data:', 'blob:'],
      mediaSrc: [self, 'blob:'],
      connectSrc: [self],
      objectSrc: ["'none'"],
      baseUri: [self],
      formAction: [self],
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? 'max-age=31536000; includeSubDomains'
      : false,
    xFrameOptions: 'DENY',
  }
}
