import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env, FeatureBase, FeatureDocumentation } from '#core/http/env.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from '../messages/errors.en.json'
import { mcpPath } from '../rules.ts'
import { applicationRoutes } from './application-routes.ts'
import { mcpPaths } from './document.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { serverDocumentRoutes } from './server-document.ts'
import { toolRoutes } from './tool-routes.ts'

/** The tools, the authorization server for them, and the applications that people connected. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>()
    .route('/', applicationRoutes(options))
    .route('/', toolRoutes(options))
    .route('/', oauthRoutes(options))
    .route('/', serverDocumentRoutes(options))
}

/** Tools that create refuse a key that may only read; the others take it. */
export const bases: readonly FeatureBase[] = [
  { path: mcpPath, isForOrigins: false, looksAtScopes: true },
  { path: '/oauth/*', isForOrigins: false },
]

/** A tool may be called with files as `data:` URIs. */
export const withDataUris = [mcpPath]

export const documentation: FeatureDocumentation = {
  group: 'MCP',
  paths: /^\/(mcp|oauth)/,
  operations: mcpPaths,
}

export const errors = {
  statuses: { invalid_application: 400, too_many_applications: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const
