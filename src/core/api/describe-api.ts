import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { maxChanges } from '#core/events/account-feed.ts'
import { maxStreams } from '#core/events/stream-room.ts'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { anyone } from '#core/http/access.ts'
import { withCommonRefusals } from '#core/http/common-refusals.ts'
import type { Env, FeatureDocumentation, FeatureRoutes } from '#core/http/env.ts'
import { errorCodes } from '#core/http/errors.ts'
import { withoutLimit } from '#core/http/middleware/without-limit.ts'
import { bySessionOrKey, refusals } from '#core/http/route.ts'
import { documentBody } from '#core/http/validation.ts'
import { documentModel } from '#core/models/routes/document-model.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'

/**
 * Publishes the OpenAPI description of all routes added before, at `/api/openapi.json`. It is
 * generated when it is first read, and again after models have changed.
 */
export function describeApi(app: OpenAPIHono<Env>, features: readonly FeatureRoutes[]): void {
  const documented = features.flatMap(({ documentation }) => documentation ?? [])
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_session',
  })
  for (const path of [
    ...undescribedByRoutes,
    ...documented.flatMap(({ operations }) => operations),
  ])
    app.openAPIRegistry.registerPath(path)
  let described: { models: readonly Model[]; text: string } | null = null
  app.get('/api/openapi.json', anyone, (c) => {
    const models = listModels()
    if (described?.models !== models) {
      const document = app.getOpenAPI31Document({ openapi: '3.1.0', info })
      const whole = withModels(
        withErrorCodes(
          withGroups(withCommonRefusals(document, withoutLimit(features)), documented),
        ),
        models,
      )
      described = { models, text: JSON.stringify(whole) }
    }
    return c.body(described.text, 200, { 'content-type': 'application/json' })
  })
}

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/** Names the error codes of features, too. */
function withErrorCodes(document: Document): Document {
  const { Error: error } = document.components?.schemas ?? {}
  const { properties } = error as { properties: Record<string, object> }
  Object.assign(properties.code ?? {}, { enum: errorCodes() })
  return document
}

/** Documents the bodies of the create calls: one schema a model. Without a model there is no call. */
function withModels(document: Document, models: readonly Model[]): Document {
  for (const endpoint of createEndpoints) {
    const ofKind = models.filter(({ kind }) => kind === endpoint.kind)
    const anyOf: object[] = ofKind.map((model) => documentModel(model, endpoint))
    const path = document.paths?.[endpoint.path]
    if (anyOf.length === 0) delete path?.post
    else Object.assign(path?.post ?? {}, { requestBody: documentBody({ anyOf }) })
  }
  return document
}

/**
 * The groups of the reference, in order: operations whose path matches; the first match wins. Those
 * of features are between these two.
 */
type Group = [tag: string, paths: RegExp]

const groupsOfWork: Group[] = [
  [
    'Create',
    new RegExp(
      `^(${[...createEndpoints.map(({ path }) => path), '/api/generations/quote'].join('|')})$`,
    ),
  ],
  [
    'Files',
    /^\/(media\/|api\/(upload|generate-presigned-url|provenance)|\.well-known\/provenance)/,
  ],
  ['Events', /^\/api\/events/],
]

const groupsOfAccounts: Group[] = [
  ['Account', /^\/api\/(account|auth|settings)/],
  ['Generations and history', /^\/api\//],
]

/** Tags each operation with its group. */
function withGroups(document: Document, ofFeatures: readonly FeatureDocumentation[]): Document {
  const own = ofFeatures.map(({ group, paths }): Group => [group, paths])
  const groups = [...groupsOfWork, ...own, ...groupsOfAccounts]
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const tag = groups.find(([, paths]) => paths.test(path))?.[0]
    for (const operation of Object.values(item as Record<string, { tags?: string[] }>)) {
      if (tag) operation.tags = [tag]
    }
  }
  document.tags = groups.map(([name]) => ({ name }))
  return document
}

const info = {
  title: 'Atelier',
  version: '0.1.0',
  description:
    'Make media, pay in credits. Every amount is in whole credits; every time is ISO 8601 in UTC.',
}

/** Streams and files, which no JSON schema describes. */
const undescribedByRoutes: RouteConfig[] = [
  {
    method: 'get',
    path: '/api/events',
    summary: 'Live changes of the account’s generations and balance',
    description:
      'Server-sent events: `ready`, `generation` (a Generation), `account` (an Account), `generation-deleted` (`{ id }`), ' +
      '`refetch`, `models` (`{ revision }`), `signed-out`. Each carries the whole state. Send `Last-Event-ID` after a break to get what changed since. ' +
      `When more than ${maxChanges} generations changed, \`refetch\` is sent instead: read what you need again. ` +
      `An account may hold ${maxStreams.events} of these streams open in each process; one more is answered 429, and those ` +
      'that are open stay. A client that does not read is disconnected.',
    security: bySessionOrKey,
    responses: {
      200: {
        description: 'The stream.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...refusals(401),
    },
  },
  {
    method: 'get',
    path: '/media/{account}/{id}/{name}',
    summary: 'A stored file; `?download` saves it under a sensible name',
    request: { params: z.object({ account: z.string(), id: z.string(), name: z.string() }) },
    responses: {
      200: { description: 'The file.' },
      206: { description: 'A range of it.' },
      ...refusals(404, 503),
    },
  },
]
