import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import { refusals, signedIn } from './document.ts'
import type { ApiOptions, Env } from './env.ts'
import { falProxyPaths } from './fal-proxy/document.ts'
import { falProxyRoutes } from './fal-proxy/fal-proxy-routes.ts'
import { answer, createErrorHandler, HttpRefused, refuseInvalid } from './middleware/errors.ts'
import { limitBody } from './middleware/limits/limit-body.ts'
import { limitRequests } from './middleware/limits/limit-requests.ts'
import { refuseBeyondScope } from './middleware/limits/scopes.ts'
import { logRequests } from './middleware/log.ts'
import { measureRequests } from './middleware/measure.ts'
import { readRequest, refuseForeignOrigins } from './middleware/request.ts'
import { accountRoutes } from './routes/account/account-routes.ts'
import { keyRoutes } from './routes/account/key-routes.ts'
import { adminRoutes } from './routes/admin/admin-routes.ts'
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
  app.use(readRequest(options))
  app.use('/api/*', limitRequests(options))
  app.use(refuseForeignOrigins(options))
  app.use(refuseBeyondScope())
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
  documentApi(app)
  app.all('/api/*', () => {
    throw new HttpRefused('not_found')
  })
  if (web) app.route('/', webRoutes(web))
  app.notFound((c) => answer(c, { error: 'Not found', code: 'not_found' }))
  return app
}

function documentApi(app: OpenAPIHono<Env>) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' })
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_session',
  })
  for (const path of [...undescribedByRoutes, ...falProxyPaths]) app.openAPIRegistry.registerPath(path)
  app.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '0.1.0',
      description: 'Make media, pay in credits. Every amount is in whole credits; every time is ISO 8601 in UTC.',
    },
  })
}

/** Streams and files, which no JSON schema describes. */
const undescribedByRoutes: RouteConfig[] = [
  {
    method: 'get',
    path: '/api/events',
    summary: 'Live changes of the account’s generations and balance',
    description:
      'Server-sent events: `ready`, `generation` (a Generation), `account` (an Account). Each carries the whole state. ' +
      'Send `Last-Event-ID` after a break to get what changed since.',
    security: signedIn,
    responses: {
      200: { description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      ...refusals(401),
    },
  },
  {
    method: 'get',
    path: '/media/{id}/{name}',
    summary: 'A stored file; `?download` saves it under a sensible name',
    request: { params: z.object({ id: z.string(), name: z.string() }) },
    responses: { 200: { description: 'The file.' }, 206: { description: 'A range of it.' }, ...refusals(404) },
  },
]

/** Strict: no inline script, nothing from other hosts. Styles may be inline, because sizes are computed. */
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
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
  }
}
