import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Next } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { getPath } from 'hono/utils/url'
import { accountDataRoutes } from '#core/account-data/routes/account-data-routes.ts'
import { accountRoutes } from '#core/accounts/routes/account-routes.ts'
import { keyRoutes } from '#core/accounts/routes/key-routes.ts'
import { keepSession, sessionRoutes } from '#core/accounts/routes/session-routes.ts'
import { signInRoutes } from '#core/accounts/routes/sign-in-routes.ts'
import { adminRoutes } from '#core/admin/admin-routes.ts'
import { healthRoutes, metricsRoutes } from '#core/admin/operator-routes.ts'
import { ledgerRoutes } from '#core/credits/ledger-routes.ts'
import { guardMedia, mediaRoutes } from '#core/downloads/media-routes.ts'
import { eventRoutes } from '#core/events/event-routes.ts'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { createRoutes } from '#core/generations/routes/create-routes.ts'
import { generationRoutes } from '#core/generations/routes/generation-routes.ts'
import {
  audioJobRoutes,
  audioStatusRoutes,
  understandingStatusRoutes,
} from '#core/generations/routes/job-status-routes.ts'
import { webhookRoutes } from '#core/generations/routes/provider-webhook-routes.ts'
import { refundRoutes } from '#core/generations/routes/refund-routes.ts'
import { revisionHeader, settingsHeader } from '#core/history/contract/browser-state.ts'
import { restoreRoutes } from '#core/history/routes/change-routes.ts'
import { historyRoutes } from '#core/history/routes/history-routes.ts'
import { anyone, requireAccessRules } from '#core/http/access.ts'
import {
  readRequest,
  refuseBeyondScope,
  refuseChangedAccount,
  refuseForeignOrigins,
  roleInSession,
} from '#core/http/auth.ts'
import { type ApiOptions, basesOf, type Env, type RequestContext } from '#core/http/env.ts'
import { addErrorCodes, answer, createErrorHandler, HttpError } from '#core/http/errors.ts'
import { allowOrigins } from '#core/http/middleware/allow-origins.ts'
import { limitBody, limitBodyWithFiles, maxJsonBytes } from '#core/http/middleware/limit-body.ts'
import { limitRequests } from '#core/http/middleware/limit-requests.ts'
import {
  identifyRequests,
  logRequests,
  measureRequests,
  traceRequests,
} from '#core/http/middleware/observe-requests.ts'
import { covers, withoutDoubledSlashes } from '#core/http/path-pattern.ts'
import { refuseInvalid } from '#core/http/validation.ts'
import { nearCopiesRoute } from '#core/image-search/routes.ts'
import { streamedPaths, uploadRoutes } from '#core/media/upload-routes.ts'
import { maxModelBytes } from '#core/models/admin-models-contract.ts'
import { publishedModels } from '#core/models/published-models.ts'
import { adminModelsPath } from '#core/models/routes/admin-model-routes.ts'
import { modelRoutes } from '#core/models/routes/model-routes.ts'
import { installedApp } from '#core/pages/installed-app-routes.ts'
import { readPublicPages } from '#core/pages/public-pages.ts'
import {
  type Appearance,
  type WebFiles,
  type WebOptions,
  webRoutes,
} from '#core/pages/web-routes.ts'
import { provenancePath } from '#core/provenance/contract.ts'
import { provenanceRoutes } from '#core/provenance/provenance-routes.ts'
import { accentFor } from '#core/settings/accent-color-rules.ts'
import { accentVariables, logoVariables } from '#core/settings/contract/appearance.ts'
import { logoOf } from '#core/settings/logo.ts'
import type { StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { languages, pathIn } from '#platform/languages/languages.ts'
import { describeApi } from './describe-api.ts'
import { referenceRoutes } from './reference-routes.ts'

/** Definitions of models, and settings with their blocked terms. */
const largerPaths = [adminModelsPath, '/api/admin/settings']

/** Their JSON may contain files as `data:` URIs. */
const coreWithDataUris = [...createEndpoints.map(({ path }) => path), '/api/generations/quote']

/** The paths that pages of `CORS_ORIGINS` may use with a key. */
const corsPaths = ['/api/*', '/media/*']

/** The addresses of pages in every language. */
const inLanguages = (path: string) => languages.map((language) => pathIn(path, language))

/**
 * The paths that need authentication. Pages are the same for everyone but the operator, and are
 * served without the database.
 */
const accountPaths = ['/api/*', '/.well-known/*', '/media/*', ...inLanguages('/admin/*')]

/**
 * Creates the HTTP application. `web` are the built pages; without them only the API answers.
 * `renderPage` renders a page with its data before the app; without it the app renders it.
 */
export function createApp(
  options: ApiOptions,
  web: WebFiles | null,
  renderPage: WebOptions['renderPage'] = async () => null,
): OpenAPIHono<Env> {
  const bases = basesOf(options.features)
  const basePaths = bases.map(({ path }) => path)
  const app = new OpenAPIHono<Env>({
    defaultHook: refuseInvalid,
    getPath: (request) => withoutDoubledSlashes(getPath(request), basePaths),
  })
  addErrorCodes(options.features)
  const handleError = createErrorHandler(options.context.log)
  const own = bases.map(({ path, createErrorHandler: create }) => {
    return { path, handle: create?.(options.context.log) }
  })
  app.onError((error, c) => {
    const { handle = handleError } = own.find(({ path }) => covers(path, c.req.path)) ?? {}
    return handle(error, c)
  })
  app.use(identifyRequests())
  app.route('/', healthRoutes(options))
  app.route('/', metricsRoutes(options.metrics))

  const limited = options.features.flatMap(({ limitedPages = [] }) => limitedPages)
  const limitedPaths = limited.flatMap(({ path }) => inLanguages(path))
  const ofAccounts = limited.filter(({ isAuthenticated }) => isAuthenticated)
  const readPaths = [...accountPaths, ...ofAccounts.flatMap(({ path }) => inLanguages(path))]
  // The paths of programs' calls.
  const callPaths = ['/api/*', ...basePaths]
  for (const path of callPaths) app.use(path, traceRequests())
  app.use(measureRequests(options.context.meter))
  app.use(logRequests(options.context.log))
  const withFiles = bases.filter(({ hasFiles }) => hasFiles).map(({ path }) => path)
  for (const path of ['/media/*', ...withFiles]) app.use(path, guardMedia)
  const secure = secureHeaders(securityHeaders(options.publicUrl))
  const secureAssets = secureHeaders(assetHeaders(options.publicUrl))
  app.use((c, next) => (c.req.path.startsWith('/assets/') ? secureAssets : secure)(c, next))
  const forOrigins = bases.filter(({ isForOrigins }) => isForOrigins).map(({ path }) => path)
  for (const path of [...corsPaths, ...forOrigins]) app.use(path, allowOrigins(options))
  for (const path of [...readPaths, ...basePaths]) app.use(path, readRequest(options))
  // Pages compare the date with the times of records, which are PostgreSQL's: the client's clock may
  // be wrong. They load the models again when the revision is not theirs.
  app.use('/api/*', (c, next) => {
    c.header('date', new Date(options.context.now()).toUTCString())
    c.header(revisionHeader, String(publishedModels().revision))
    c.header(settingsHeader, options.context.settings.current().mark)
    return next()
  })
  const limitEach = limitRequests(options)
  for (const path of [...callPaths, ...limitedPaths]) app.use(path, limitEach)
  app.use(refuseForeignOrigins(options))
  for (const path of [...readPaths, ...basePaths])
    app.use(path, refuseChangedAccount(), refuseBeyondScope(options))
  const limitedBody = limitBody(maxJsonBytes)
  const limitedWithFiles = limitBodyWithFiles()
  const withDataUris = [
    ...coreWithDataUris,
    ...options.features.flatMap(({ withDataUris: own = [] }) => own),
  ]
  const takesDataUris = ({ req }: RequestContext) =>
    withDataUris.some((path) => covers(path, req.path))
  const limitOf = (c: RequestContext) => (takesDataUris(c) ? limitedWithFiles : limitedBody)
  const largerLimited = limitBody(maxModelBytes)
  const { isBareFile, isStreamed, isLarger } = bodiesOf(options.features)
  app.use('/api/*', async (c, next) => {
    if (isBareFile(c)) return closeUnread(c, next)
    if (isStreamed(c)) return next()
    return (isLarger(c) ? largerLimited : limitOf(c))(c, next)
  })
  for (const { path, hasFiles = false } of bases)
    app.use(path, (c, next) => {
      // Forms are streamed, and have a limit of their own.
      const isForm = c.req.header('content-type')?.startsWith('multipart/') === true
      return hasFiles && takesDataUris(c) && isForm ? next() : limitOf(c)(c, next)
    })

  app.use('/api/account', keepSession(options))
  app.route('/', adminRoutes(options))
  app.route('/', accountRoutes(options))
  app.route('/', modelRoutes(options))
  app.route('/', keyRoutes(options))
  for (const { routes } of options.features) app.route('/', routes(options))
  app.route('/', accountDataRoutes(options))
  app.route('/', sessionRoutes(options))
  app.route('/', ledgerRoutes(options))
  app.route('/', createRoutes(options))
  app.route('/', understandingStatusRoutes(options))
  app.route('/', historyRoutes(options))
  app.route('/', audioJobRoutes(options))
  app.route('/', restoreRoutes(options))
  app.route('/', refundRoutes(options))
  app.route('/', generationRoutes(options))
  app.route('/', provenanceRoutes(options))
  app.route('/', nearCopiesRoute(options))
  app.route('/', uploadRoutes(options))
  app.route('/', eventRoutes(options))
  app.route('/', signInRoutes(options))
  app.route('/', mediaRoutes(options))
  app.route('/', webhookRoutes(options))
  app.route('/', audioStatusRoutes(options))
  app.route('/', referenceRoutes())
  describeApi(app, options.features)
  app.all('/api/*', anyone, () => {
    throw new HttpError('not_found')
  })
  if (web) {
    const { context } = options
    const isOperator = (c: Context<Env>) => roleInSession(c, context) !== null
    const appearance = () => appearanceOf(context.settings.current().settings)
    const look = () => ({
      settings: context.settings.current().settings,
      style: appearance().style,
    })
    const installed = installedApp(
      web,
      look,
      basePaths.flatMap((path) => (path.endsWith('/*') ? [path.slice(0, -1)] : [])),
    )
    if (installed) app.route('/', installed.routes)
    const pages = {
      readPublicPage: readPublicPages(options),
      renderPage,
      isOperator,
      appearance,
      installedLinks: (path: string) => installed?.links(path) ?? '',
      models: publishedModels,
      pages: options.pages,
    }
    app.route('/', webRoutes(web, pages))
  }
  requireAccessRules(app)
  app.notFound((c) => answer(c, { error: 'Not found', code: 'not_found' }))
  return app
}

/** Where a file that is the whole body was not read to its end, the connection cannot be reused. */
async function closeUnread(c: RequestContext, next: Next): Promise<void> {
  await next()
  if (c.res.status >= 400 || !c.req.raw.bodyUsed) c.res.headers.set('connection', 'close')
}

/** Which requests have bodies that are one file, that are streamed, or that may be as large as a model's definition. */
function bodiesOf(features: ApiOptions['features']) {
  const larger = features.flatMap(({ largerBodies = [] }) => largerBodies)
  return {
    isBareFile: ({ req: { method, path } }: RequestContext) =>
      (method === 'PUT' || method === 'POST') &&
      features.some(({ streamedBodies }) => streamedBodies?.test(path)),
    isStreamed: ({ req: { path } }: RequestContext) =>
      streamedPaths.has(path) || path === provenancePath,
    isLarger: ({ req: { path } }: RequestContext) =>
      largerPaths.some((start) => path.startsWith(start)) ||
      larger.some((pattern) => covers(pattern, path)),
  }
}

/** How pages differ from the product's. */
function appearanceOf(settings: StudioSettings): Appearance {
  const { accent_color: color } = settings
  const logo = logoOf(settings)
  const variables = {
    ...(color !== null && accentVariables(accentFor(color))),
    ...(logo && logoVariables(logo.path)),
  }
  const style = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return { style: style.join(';'), icon: logo?.path ?? null }
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
      workerSrc: [self],
      manifestSrc: [self],
    },
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: strictTransport(publicUrl),
    xFrameOptions: 'DENY',
  }
}

/**
 * Of the files that a page loads, many of them smaller than all headers: what protects a page alone
 * is left out.
 */
function assetHeaders(publicUrl: string): Parameters<typeof secureHeaders>[0] {
  return {
    contentSecurityPolicy: { defaultSrc: ["'self'"] },
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: strictTransport(publicUrl),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

function strictTransport(publicUrl: string): string | false {
  return publicUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains'
}
