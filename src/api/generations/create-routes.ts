import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { catalogue } from '#catalogue/catalogue.ts'
import { CreateAnswer, CreateEnvelope } from '#contract/generation.ts'
import { chooseModel } from '#services/generations/choose-model.ts'
import { withMedia } from '#services/generations/read-generation.ts'
import { startGeneration } from '#services/generations/start-generation.ts'
import { requireAccount } from '../auth.ts'
import type { ApiOptions, Env } from '../env.ts'
import { createErrorHandler, reword } from '../errors.ts'
import { ownOrigins } from '../own-addresses.ts'
import { json, refusals, signedIn } from '../route.ts'
import { documentBody, readBody } from '../validation.ts'
import { type CreateEndpoint, createEndpoints, readAsked, readInput } from './create-endpoints.ts'
import { documentModel } from './document-model.ts'
import { presentGeneration, readerOf } from './present-generation.ts'

/**
 * Every way to make something, one route a kind: parsed by the catalogue, priced, charged,
 * recorded.
 */
export function createRoutes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  for (const door of createEndpoints) app.route('/', createEndpoint(options, door))
  return app
}

function createEndpoint(options: ApiOptions, door: CreateEndpoint): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(options.context.log)
  app.onError(door.words ? reword(handle, door.words) : handle)
  return app.openapi(documentDoor(door), async (c) => c.json(await create(options, c, door), 200))
}

async function create(
  options: ApiOptions,
  c: Context<Env>,
  door: CreateEndpoint,
): Promise<CreateAnswer> {
  const { context } = options
  const account = requireAccount(c.get('account'))
  const body = await readBody(c, CreateEnvelope)
  const { model, input } = chooseModel(readAsked(door, body), readInput(door, body))
  const request = {
    accountId: account.id,
    keyId: c.get('key')?.id ?? null,
    model,
    input,
    requestId: body.request_id,
    isPublic: body.is_public ?? body.isPublic ?? account.default_public,
    isPublicByDefault: body.is_public === undefined && body.isPublic === undefined,
    parentId: body.parent_id ?? null,
    origins: ownOrigins(c, options),
  }
  const [found] = await withMedia(context, [await startGeneration(context, request)])
  if (!found) throw new Error('A generation vanished right after it was made')
  const generation = presentGeneration(found, readerOf(c, account))
  const { id, request_id, status, credits_charged } = generation
  return { id, job_id: id, request_id, status, credits_charged, message: 'ok', generation }
}

function documentDoor(door: CreateEndpoint) {
  const models = catalogue.filter((model) => model.kind === door.kind)
  return createRoute({
    method: 'post',
    path: door.path,
    summary: door.summary,
    description:
      'Charges the price at once; failed work is refunded. Poll `GET /api/generations/{id}` or listen to events. A ' +
      'value outside its range is a 400 that names the field and the range, as is a file that the model does not take. ' +
      'Without a type the files decide: an image makes a video from it. `user` and `user_email` are ignored.',
    security: signedIn,
    request: { body: documentBody({ anyOf: models.map((model) => documentModel(model, door)) }) },
    responses: {
      200: json(CreateAnswer, 'Accepted and charged.'),
      ...refusals(400, 401, 403, 409, 413, 415, 429, 503),
    },
  })
}
