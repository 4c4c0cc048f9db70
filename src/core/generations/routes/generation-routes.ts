import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { AllowedModels } from '#core/accounts/rules/allowed-models.ts'
import { readAllowedModels, requireAllowedModel } from '#core/accounts/start-checks.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, publicRoute, refusals, signedInRoute } from '#core/http/route.ts'
import { ModelVersionView } from '#core/models/models-contract.ts'
import { readModelVersion } from '#core/models/read-version.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { cancelGeneration } from '../cancel-generation.ts'
import { type ChosenModel, chooseModel } from '../choose-model.ts'
import { GenerationView, OpenGenerations, PriceView, QuoteRequest } from '../generation-contract.ts'
import { quoteInput } from '../prepare-input.ts'
import { listOpen, readGeneration, setVisibility } from '../read-generation.ts'
import { createEndpoints } from './create-endpoints.ts'
import { presentGeneration, readerOf } from './present-generation.ts'

const params = z.object({ id: z.string() })
const Visibility = z.object({ is_public: z.boolean() })

const open = signedInRoute({
  method: 'get',
  path: '/api/generations/open',
  summary: 'What waits or runs now, of all kinds',
  description:
    'Newest first. Of more than a hundred only the newest are listed; `total` counts all.',
  responses: { 200: json(OpenGenerations, 'The open generations.'), ...refusals(401) },
})

const read = signedInRoute({
  method: 'get',
  path: '/api/generations/{id}',
  summary: 'One generation, whole',
  request: { params },
  responses: { 200: json(GenerationView, 'The generation.'), ...refusals(401, 404) },
})

const madeWith = signedInRoute({
  method: 'get',
  path: '/api/generations/{id}/model',
  summary: 'The version of the model that made a generation',
  description: 'Also of a model that has changed, is disabled or was deleted since.',
  request: { params },
  responses: { 200: json(ModelVersionView, 'The version.'), ...refusals(401, 404) },
})

const cancel = signedInRoute({
  method: 'post',
  path: '/api/generations/{id}/cancel',
  summary: 'Cancel a waiting generation; it is refunded in full',
  description:
    '200: it is cancelled. 202: the provider was asked to stop it, and `is_cancelling` is true until it is cancelled and ' +
    'refunded, or finishes first and is charged. 409 `too_late`: it runs, or has ended otherwise. Asked again it answers the same.',
  request: { params },
  responses: {
    200: json(GenerationView, 'Cancelled and refunded.'),
    202: json(GenerationView, 'Being cancelled, unless it finishes first.'),
    ...refusals(401, 404, 409, 503),
  },
})

const visibility = signedInRoute({
  method: 'post',
  path: '/api/generations/{id}/visibility',
  summary: 'Make a generation public or private',
  request: { params },
  body: Visibility,
  responses: { 200: json(GenerationView, 'As it is now.'), ...refusals(400, 401, 404, 415) },
})

const quote = publicRoute({
  method: 'post',
  path: '/api/generations/quote',
  summary: 'What a generation would cost',
  description:
    'Signed in, a model that the groups of the account do not allow is refused, as its start would be.',
  body: QuoteRequest,
  responses: {
    200: json(PriceView, 'The price in credits and how it comes about.'),
    ...refusals(400, 403, 415),
  },
})

export function generationRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(quote, async (c) => {
      const account = c.get('account')
      const { model, input } = await chooseQuoted(context, c.get('body'), account?.id)
      const { credits, isMost: at_most, ...breakdown } = quoteInput(context, model, input)
      return c.json({ credits, at_most, breakdown }, 200)
    })
    .openapi(open, async (c) => {
      const account = c.get('account')
      const { generations, total } = await listOpen(context, account.id)
      const reader = readerOf(c, account)
      const views = generations.map((generation) => presentGeneration(generation, reader))
      return c.json({ total, generations: views }, 200)
    })
    .openapi(read, async (c) => {
      const account = c.get('account')
      const found = await readGeneration(context, account.id, c.req.valid('param').id)
      return c.json(presentGeneration(found, readerOf(c, account)), 200)
    })
    .openapi(madeWith, async (c) => {
      const { row } = await readGeneration(context, c.get('account').id, c.req.valid('param').id)
      return c.json(await readModelVersion(context, row), 200)
    })
    .openapi(cancel, async (c) => {
      const account = c.get('account')
      const { id } = c.req.valid('param')
      const cancellation = await cancelGeneration(context, account.id, id)
      const generation = presentGeneration(
        await readGeneration(context, account.id, id),
        readerOf(c, account),
      )
      return c.json(generation, cancellation === 'cancelled' ? 200 : 202)
    })
    .openapi(visibility, async (c) => {
      const account = c.get('account')
      const { is_public: isPublic } = c.get('body')
      const { id } = c.req.valid('param')
      const found = await setVisibility(context, { accountId: account.id, id, isPublic })
      return c.json(presentGeneration(found, readerOf(c, account)), 200)
    })
}

/**
 * Returns the model to quote. The type may be beside the model or in the input, as in a create
 * call. Throws `Refused`: `invalid_generation_type`, `unknown_model`, `invalid_input` when neither
 * model nor type is given, and as a feature refuses a model.
 */
export async function chooseQuoted(
  context: Parts<'database' | 'contributions'>,
  request: z.infer<typeof QuoteRequest>,
  accountId: string | undefined,
): Promise<ChosenModel> {
  if (accountId === undefined) return chooseAmong(request, null)
  const chosen = chooseAmong(request, await readAllowedModels(context, accountId))
  await requireAllowedModel(context, accountId, chosen.model.id)
  return chosen
}

function chooseAmong(
  { model: id, generation_type: type, input }: z.infer<typeof QuoteRequest>,
  allowed: AllowedModels,
): ChosenModel {
  for (const { kind, typeField } of createEndpoints) {
    const given = typeField && input[typeField]
    if (typeof given === 'string')
      return chooseModel({ kind, type: given, model: id }, input, allowed)
  }
  if (id === undefined && type === undefined) {
    throw new Refused({
      reason: 'invalid_input',
      problems: [{ field: 'model', problem: 'required' }],
    })
  }
  const named = listModels().find((model) => model.id === id)
  const meant =
    type === undefined ? named : listModels().find(({ generationType }) => generationType === type)
  if (!meant && type === undefined) throw new Refused({ reason: 'unknown_model', model: id ?? '' })
  const kind = meant?.kind ?? named?.kind ?? 'image'
  return chooseModel({ kind, type, model: id }, input, allowed)
}
