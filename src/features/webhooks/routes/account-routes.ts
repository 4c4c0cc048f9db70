import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { bySessionOnly, resource } from '#core/http/resource.ts'
import { json, refusals, sessionRoute } from '#core/http/route.ts'
import {
  ChangeEndpoint,
  CreateEndpoint,
  DeliveryList,
  DeliveryView,
  EndpointList,
  EndpointView,
  NewEndpointView,
} from '../contract.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  repeatMessage,
  replaceSecret,
  testEndpoint,
  type WebhookEndpointRow,
} from '../manage-endpoints.ts'
import { generationEvents } from '../rules.ts'
import { presentDelivery, presentEndpoint } from './present-webhooks.ts'

const params = z.object({ id: z.string() })

const endpoints = resource('/api/account/webhooks', bySessionOnly)

const list = endpoints.list({
  summary: 'The addresses that receive events',
  answer: [EndpointList, 'Newest first.'],
})

const create = endpoints.create({
  summary: 'Send events to an address',
  description:
    'Messages follow Standard Webhooks. The secret is in this answer and never shown again. An account has 5 addresses at most.',
  body: CreateEndpoint,
  answer: [NewEndpointView, 'With its secret.'],
  refused: [409],
})

const change = endpoints.change({
  summary: 'Change or disable an address that receives events',
  body: ChangeEndpoint,
  answer: [EndpointView, 'As it is now.'],
})

const remove = endpoints.remove({
  summary: 'Delete an address that receives events, and its messages',
})

const secret = sessionRoute({
  method: 'post',
  path: '/api/account/webhooks/{id}/secret',
  summary: 'Replace the secret of an address that receives events',
  description: 'For a day messages have a signature of the previous secret, too.',
  request: { params },
  responses: { 200: json(NewEndpointView, 'With its new secret.'), ...refusals(401, 403, 404) },
})

const test = sessionRoute({
  method: 'post',
  path: '/api/account/webhooks/{id}/test',
  summary: 'Send a message of the type `webhook.test` now',
  request: { params },
  responses: { 200: json(DeliveryView, 'How it ended.'), ...refusals(401, 403, 404) },
})

const deliveries = sessionRoute({
  method: 'get',
  path: '/api/account/webhooks/{id}/deliveries',
  summary: 'The newest 100 messages to an address',
  description: 'Messages are kept for 30 days.',
  request: { params },
  responses: { 200: json(DeliveryList, 'Newest first.'), ...refusals(401, 403, 404) },
})

const repeat = sessionRoute({
  method: 'post',
  path: '/api/account/webhooks/{id}/deliveries/{delivery}/repeat',
  summary: 'Send a message again that was delivered or given up',
  request: { params: params.extend({ delivery: z.string() }) },
  responses: { 202: { description: 'It is sent within seconds.' }, ...refusals(401, 403, 404) },
})

/** Endpoints are managed in a session only: a leaked key must not send events elsewhere. */
export function accountRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const found = await listEndpoints(context, c.get('account').id)
      return c.json({ webhooks: found.map(present) }, 200)
    })
    .openapi(create, async (c) => {
      const row = await createEndpoint(context, c.get('account').id, c.get('body'))
      c.header('cache-control', 'no-store')
      return c.json({ ...present(row), secret: row.secret }, 201)
    })
    .openapi(change, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(present(await changeEndpoint(context, which, c.get('body'))), 200)
    })
    .openapi(remove, async (c) => {
      await deleteEndpoint(context, { accountId: c.get('account').id, ...c.req.valid('param') })
      return c.body(null, 204)
    })
    .openapi(secret, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const row = await replaceSecret(context, which)
      c.header('cache-control', 'no-store')
      return c.json({ ...present(row), secret: row.secret }, 200)
    })
    .openapi(test, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(presentDelivery(await testEndpoint(context, which)), 200)
    })
    .openapi(deliveries, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const found = await listDeliveries(context, which)
      return c.json({ deliveries: found.map(presentDelivery) }, 200)
    })
    .openapi(repeat, async (c) => {
      const { id, delivery } = c.req.valid('param')
      await repeatMessage(context, { accountId: c.get('account').id, id }, delivery)
      return c.body(null, 202)
    })
}

function present(row: WebhookEndpointRow): EndpointView {
  return presentEndpoint(row, generationEvents)
}
