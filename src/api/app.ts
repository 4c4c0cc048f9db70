import { OpenAPIHono } from '@hono/zod-openapi'
import { secureHeaders } from 'hono/secure-headers'
import type { ApiOptions, Env } from './env.ts'
import { falProxyRoutes } from './fal-proxy/fal-proxy-routes.ts'
import { answer, createErrorHandler, HttpRefused, refuseInvalid } from './middleware/errors.ts'
import { limitBody } from './middleware/limits/limit-body.ts'
import { limitRequests } from './middleware/limits/limit-requests.ts'
import { refuseBeyondScope } from './middleware/limits/scopes.ts'
import { logRequests } from './middleware/log.ts'
import { measureRequests } from './middleware/measure.ts'
import { refuseChangedAccount } from './middleware/refuse-changed-account.ts'
import { readRequest, refuseForeignOrigins } from './middleware/request.ts'
import { describeApi } from './openapi/describe-api.ts'
import { accountRoutes } from './routes/account/account-routes.ts'
import { keyRoutes } from './routes/account/key-routes.ts'
import { adminRoutes } from './routes/admin/admin-routes.ts'
import { isOperator } from './routes/admin/require-admin.ts'
import { createRoutes } from './routes/create/create-routes.ts'
import { understandingStatusRoutes } from './routes/create/understanding-status.ts'
import { downloadRoutes } from './routes/downloads/download-routes.ts'
import { eventRoutes } from './routes/events.ts'
import { audioStatusRoutes } from './routes/generations/audio-status.ts'
import { generationRoutes } from './routes/generations/generations.ts'
import { refundRoutes } from './routes/generations/refund.ts'
import { restoreRoutes } from './routes/generations/restore.ts'
import { audioJobRoutes } from './routes/history/audio-job.ts'
import { historyRoutes } from './routes/history/history-routes.ts'
import { accountDataRoutes } from './routes/identity/account-data-routes.ts'
import { keepSession, sessionRoutes } from './routes/identity/session-routes.ts'
import { signInRoutes } from './routes/identity/sign-in-routes.ts'
import { ledgerRoutes } from './routes/ledger/ledger-routes.ts'
import { guardMedia, mediaRoutes } from './routes/media.ts'
import { healthRoutes } from './routes/operator/health.ts'
import { metricsRoutes } from './routes/operator/metrics.ts'
import { paymentRoutes } from './routes/payments/payment-routes.ts'
import { paymentWebhookRoutes } from './routes/payments/payment-webhook.ts'
import { referenceRoutes } from './routes/reference.ts'
import { streamedPaths, uploadRoutes } from './routes/uploads/upload-routes.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { type WebFiles, webRoutes } from './web/web-routes.ts'

/** The largest JSON body, in bytes: a prompt of 2000 characters is far below. */
const maxJsonBytes = 256 * 1024

/**
 * Where it matters who asks. Pages are the same for everybody but the operator, and are there
 * without the database.
 */
const askedBySomebody = ['/api/*', '/media/*', '/admin/*', '/zh/admin/*']

/** Everything that answers HTTP. `web` are the built pages; without them only the API answers. */
export function createApp(options: ApiOptions, web: WebFiles | null): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: refuseInvalid })
  app.onError(createErrorHandler(options.context.log))
  app.route('/', healthRoutes(options))
  app.route('/', metricsRoutes(options.metrics))

  app.use(measureRequests(options.context.meter))
  app.use(logRequests(options.context.log))
  app.use('/media/*', guardMedia)
  app.use(secureHeaders(securityHeaders(options.publicUrl)))
  for (const path of askedBySomebody) app.use(path, readRequest(options))
  // The page compares this with the times of records, which are PostgreSQL's: another clock may be
  // wrong.
  app.use('/api/*', (c, next) => {
    c.header('date', new Date(options.context.now()).toUTCString())
    return next()
  })
  app.use('/api/*', limitRequests(options))
  app.use(refuseForeignOrigins(options))
  for (const path of askedBySomebody) app.use(path, refuseChangedAccount(), refuseBeyondScope())
  const limited = limitBody(maxJsonBytes)
  app.use('/api/*', (c, next) => (streamedPaths.has(c.req.path) ? next() : limited(c, next)))

  app.use('/api/account', keepSession(options))
  app.route('/', adminRoutes(options))
  app.route('/', accountRoutes(options))
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
  app.all('/api/*', () => {
    throw new HttpRefused('not_found')
  })
  if (web) app.route('/', webRoutes(web, { isOperator: (c) => isOperator(c, options.context) }))
  app.notFound((c) => answer(c, { error: 'Not found', code: 'not_found' }))
  return app
}

/**
 * Strict: no inline script, nothing from other hosts. Styles may be inline, because sizes are
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
