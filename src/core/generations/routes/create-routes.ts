import { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, withRouteFields } from '#core/http/errors.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { json, refusals, type SignedInContext, signedInRoute } from '#core/http/route.ts'
import { chooseModel } from '../choose-model.ts'
import { CreateAnswer, CreateEnvelope } from '../generation-contract.ts'
import { withMedia } from '../read-generation.ts'
import { startGeneration } from '../start-generation.ts'
import {
  type CreateEndpoint,
  createEndpoints,
  readInput,
  readModelSelector,
} from './create-endpoints.ts'
import { presentGeneration, readerOf } from './present-generation.ts'

/**
 * The create endpoints, one per kind: parsed by the catalogue, priced, charged, recorded.
 */
export function createRoutes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  for (const endpoint of createEndpoints) app.route('/', createEndpoint(options, endpoint))
  return app
}

function createEndpoint(options: ApiOptions, endpoint: CreateEndpoint): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(options.context.log)
  app.onError(endpoint.words ? withRouteFields(handle, endpoint.words) : handle)
  return app.openapi(declareRoute(endpoint), async (c) =>
    c.json(await create(options, c, endpoint), 200),
  )
}

async function create(
  options: ApiOptions,
  c: SignedInContext<{ body: z.infer<typeof CreateEnvelope> }>,
  endpoint: CreateEndpoint,
): Promise<CreateAnswer> {
  const { context } = options
  const account = c.get('account')
  const body = c.get('body')
  const selector = readModelSelector(endpoint, body)
  // A model that is named needs no look: the charge refuses it.
  const allowed = selector.model === undefined ? await readAllowedModels(context, account.id) : null
  const { model, input } = chooseModel(selector, readInput(endpoint, body), allowed)
  const request = {
    accountId: account.id,
    keyId: c.get('key')?.id ?? null,
    model,
    input,
    requestId: body.request_id,
    isPublic: body.is_public ?? body.isPublic ?? account.default_public,
    isPublicByDefault: body.is_public === undefined && body.isPublic === undefined,
    parentId: body.parent_id ?? null,
    expectedCredits: body.expected_credits ?? null,
    renewsDay: account.renews_day,
    termsVersion: account.terms_version,
    origins: ownOrigins(c, options),
  }
  const [found] = await withMedia(context, [await startGeneration(context, request)])
  if (!found) throw new Error('A generation disappeared right after it was created')
  const generation = presentGeneration(found, readerOf(c, account))
  const { id, request_id, status, credits_charged } = generation
  return { id, job_id: id, request_id, status, credits_charged, message: 'ok', generation }
}

function declareRoute(endpoint: CreateEndpoint) {
  return signedInRoute({
    method: 'post',
    path: endpoint.path,
    summary: endpoint.summary,
    description:
      'Charges the price at once; failed work is refunded. Poll `GET /api/generations/{id}` or listen to events. A ' +
      'value outside its range is a 400 that names the field and the range, as is a file that the model does not take. ' +
      'Without a type the files decide: an image makes a video from it. A file is an address or a `data:` URI in base64, ' +
      '20 MiB of these together. `user` and `user_email` are ignored.',
    body: CreateEnvelope,
    responses: {
      200: json(CreateAnswer, 'Accepted and charged.'),
      ...refusals(400, 401, 403, 409, 413, 415, 429, 503),
    },
  })
}
