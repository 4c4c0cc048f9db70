import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import type { Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { operatorEvents } from '#core/operators/rules.ts'
import type { AllParts } from '#core/parts.ts'
import {
  type AdminDeliveriesView,
  type AdminWebhook,
  type AdminWebhooksView,
  ChangeWebhookRequest,
  CreateWebhookRequest,
  type NewAdminWebhook,
} from '../admin-contract.ts'
import {
  listDeliveries,
  listEndpoints,
  repeatMessage,
  testEndpoint,
  type WebhookEndpointRow,
} from '../manage-endpoints.ts'
import {
  changeOperatorWebhook,
  createOperatorWebhook,
  deleteOperatorWebhook,
  replaceOperatorSecret,
} from '../operator-webhooks.ts'
import { operatorsId } from '../rules.ts'
import { presentDelivery, presentEndpoint } from './present-webhooks.ts'

/** Webhooks of operators: the list, changing and trying them, and their messages. */
export function operatorRoutes(context: AllParts) {
  const mayRead = withPermission(context, 'webhooks.read')
  const mayChange = withPermission(context, 'webhooks.change')
  const which = (id: string) => ({ accountId: operatorsId, id })
  return new Hono<Env>()
    .get('/api/admin/webhooks', mayRead, async (c) => {
      const found = await listEndpoints(context, operatorsId)
      return c.json({ data: found.map(present) } satisfies AdminWebhooksView)
    })
    .post('/api/admin/webhooks', mayChange, async (c) => {
      const { url, events, ...act } = await readBody(c, CreateWebhookRequest)
      const row = await createOperatorWebhook(context, operatorAction(c, act), { url, events })
      c.header('cache-control', 'no-store')
      return c.json({ ...present(row), secret: row.secret } satisfies NewAdminWebhook)
    })
    .patch('/api/admin/webhooks/:id', mayChange, async (c) => {
      const { reason, act_id, ...change } = await readBody(c, ChangeWebhookRequest)
      const act = operatorAction(c, { reason, act_id })
      return c.json(
        present(await changeOperatorWebhook(context, act, { id: c.req.param('id'), change })),
      )
    })
    .post('/api/admin/webhooks/:id/delete', mayChange, async (c) => {
      const id = c.req.param('id')
      await deleteOperatorWebhook(context, operatorAction(c, await readBody(c, ActRequest)), id)
      return c.json({ id })
    })
    .post('/api/admin/webhooks/:id/secret', mayChange, async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      const row = await replaceOperatorSecret(context, act, c.req.param('id'))
      c.header('cache-control', 'no-store')
      return c.json({ ...present(row), secret: row.secret } satisfies NewAdminWebhook)
    })
    .post('/api/admin/webhooks/:id/test', mayChange, async (c) =>
      c.json(presentDelivery(await testEndpoint(context, which(c.req.param('id'))))),
    )
    .get('/api/admin/webhooks/:id/deliveries', mayRead, async (c) => {
      const found = await listDeliveries(context, which(c.req.param('id')))
      return c.json({ data: found.map(presentDelivery) } satisfies AdminDeliveriesView)
    })
    .post('/api/admin/webhooks/:id/deliveries/:delivery/repeat', mayChange, async (c) => {
      const { id, delivery } = c.req.param()
      await repeatMessage(context, which(id), delivery)
      return c.json({ id: delivery }, 202)
    })
}

function present(row: WebhookEndpointRow): AdminWebhook {
  return presentEndpoint(row, operatorEvents)
}
