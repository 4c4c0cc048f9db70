import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { ActRequest } from '#core/operators/contract.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Make } from '#testing/security/matrix-resources.ts'
import {
  AdminDeliveriesView,
  AdminWebhook,
  AdminWebhooksView,
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeletedWebhookView,
  NewAdminWebhook,
} from './admin-contract.ts'
import { DeliveryView } from './contract.ts'
import { insertDelivery } from './delivery-queries.ts'
import { insertEndpoint, webhookTables } from './endpoint-queries.ts'
import { operatorsId } from './rules.ts'

const reason = 'matrix'

const webhook: Make = async ({ database }, accountId) => {
  const id = uuid()
  const endpoint = {
    id,
    account_id: accountId,
    url: 'http://127.0.0.1:65531/',
    secret: 'whsec_AA==',
  }
  await insertEndpoint(database, { ...endpoint, events: ['generation.completed'] }, 10_000)
  return id
}

/** The ids of an endpoint and of a message that was sent to it, with a space between. */
const deliveredMessage: Make = async (context, accountId) => {
  const endpointId = await webhook(context, accountId)
  const message = { accountId, endpointId, event: 'webhook.test', data: {} }
  const { id } = await insertDelivery(context.database, message, 0)
  const table = sql.table(webhookTables(accountId).delivery)
  await sql`update ${table} set due_at = null where id = ${id}`.execute(context.database)
  return `${endpointId} ${id}`
}

/** A webhook of the operators, which belongs to no account. */
const operatorWebhook: Make = (context) => webhook(context, operatorsId)

/** The ids of a webhook of the operators and of a message to it, with a space between. */
const operatorMessage: Make = (context) => deliveredMessage(context, operatorsId)

/** Nothing, and the operators have no webhook, so that they may create some. */
const noOperatorWebhook: Make = async ({ database }) => {
  await database.deleteFrom('operator_webhook_endpoint').execute()
  return 'nothing'
}

export const matrix: FeatureMatrix = {
  table: `
GET /api/account/webhooks              -             who     who     200     200     200     200     session session 200
POST /api/account/webhooks             -             who     who     201     201     201     susp    scope   session 201
PATCH /api/account/webhooks/:id        own           who     who     200     200     200     200     scope   session 200
PATCH /api/account/webhooks/:id        other=missing who     who     none    none    none    none    scope   session none
DELETE /api/account/webhooks/:id       own           who     who     204     204     204     204     scope   session 204
DELETE /api/account/webhooks/:id       other=missing who     who     none    none    none    none    scope   session none
POST /api/account/webhooks/:id/secret  own           who     who     200     200     200     200     scope   session 200
POST /api/account/webhooks/:id/secret  other=missing who     who     none    none    none    none    scope   session none
POST /api/account/webhooks/:id/test    own           who     who     200     200     200     200     scope   session 200
POST /api/account/webhooks/:id/test    other=missing who     who     none    none    none    none    scope   session none
GET /api/account/webhooks/:id/deliveries own           who     who     200     200     200     200     session session 200
GET /api/account/webhooks/:id/deliveries other=missing who     who     none    none    none    none    session session none
POST /api/account/webhooks/:id/deliveries/:delivery/repeat own           who     who     202     202     202     202     scope   session 202
POST /api/account/webhooks/:id/deliveries/:delivery/repeat other=missing who     who     none    none    none    none    scope   session none
GET /api/admin/webhooks                -               none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/webhooks               -               none    none    none    none    none    none    scope   none    200     200     role    role
PATCH /api/admin/webhooks/:id          own             none    none    none    none    none    none    scope   none    200     200     role    role
PATCH /api/admin/webhooks/:id          other           none    none    none    none    none    none    scope   none    200     200     role    role
PATCH /api/admin/webhooks/:id          missing         none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/webhooks/:id/delete    own             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/delete    other           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/delete    missing         none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/webhooks/:id/secret    own             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/secret    other           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/secret    missing         none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/webhooks/:id/test      own             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/test      other           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/webhooks/:id/test      missing         none    none    none    none    none    none    scope   none    none    none    role    role
GET /api/admin/webhooks/:id/deliveries own             none    none    none    none    none    none    none    none    200     200     role    role
GET /api/admin/webhooks/:id/deliveries other           none    none    none    none    none    none    none    none    200     200     role    role
GET /api/admin/webhooks/:id/deliveries missing         none    none    none    none    none    none    none    none    none    none    role    role
POST /api/admin/webhooks/:id/deliveries/:delivery/repeat own             none    none    none    none    none    none    scope   none    202     202     role    role
POST /api/admin/webhooks/:id/deliveries/:delivery/repeat other           none    none    none    none    none    none    scope   none    202     202     role    role
POST /api/admin/webhooks/:id/deliveries/:delivery/repeat missing         none    none    none    none    none    none    scope   none    none    none    role    role
`,
  operations: {
    'POST /api/account/webhooks': {
      request: () => ({
        body: { url: 'http://93.184.216.34/', events: ['generation.completed'] },
      }),
    },
    'PATCH /api/account/webhooks/:id': {
      make: webhook,
      request: () => ({ body: { is_enabled: false } }),
    },
    'DELETE /api/account/webhooks/:id': { make: webhook },
    'POST /api/account/webhooks/:id/secret': { make: webhook },
    'POST /api/account/webhooks/:id/test': { make: webhook },
    'GET /api/account/webhooks/:id/deliveries': { make: webhook },
    'POST /api/account/webhooks/:id/deliveries/:delivery/repeat': {
      make: deliveredMessage,
      request: ({ id }) => {
        const [endpoint, delivery] = id.split(' ')
        return { path: `/api/account/webhooks/${endpoint}/deliveries/${delivery}/repeat` }
      },
    },
    'POST /api/admin/webhooks': {
      make: noOperatorWebhook,
      request: () => ({
        body: { reason, url: 'http://93.184.216.34/', events: ['payment.paid'] },
      }),
    },
    'PATCH /api/admin/webhooks/:id': {
      make: operatorWebhook,
      request: () => ({ body: { reason, is_enabled: false } }),
    },
    'POST /api/admin/webhooks/:id/delete': {
      make: operatorWebhook,
      request: () => ({ body: { reason } }),
    },
    'POST /api/admin/webhooks/:id/secret': {
      make: operatorWebhook,
      request: () => ({ body: { reason } }),
    },
    'POST /api/admin/webhooks/:id/test': { make: operatorWebhook },
    'GET /api/admin/webhooks/:id/deliveries': { make: operatorWebhook },
    'POST /api/admin/webhooks/:id/deliveries/:delivery/repeat': {
      make: operatorMessage,
      request: ({ id }) => {
        const [endpoint, delivery] = id.split(' ')
        return { path: `/api/admin/webhooks/${endpoint}/deliveries/${delivery}/repeat` }
      },
    },
  },
  adminOperations: [
    adminOperation('GET', 'webhooks', { answer: AdminWebhooksView }),
    adminOperation('POST', 'webhooks', { body: CreateWebhookRequest, answer: NewAdminWebhook }),
    adminOperation('PATCH', 'webhooks/{id}', { body: ChangeWebhookRequest, answer: AdminWebhook }),
    adminOperation('POST', 'webhooks/{id}/delete', {
      body: ActRequest,
      answer: DeletedWebhookView,
    }),
    adminOperation('POST', 'webhooks/{id}/secret', { body: ActRequest, answer: NewAdminWebhook }),
    adminOperation('POST', 'webhooks/{id}/test', { answer: DeliveryView }),
    adminOperation('GET', 'webhooks/{id}/deliveries', { answer: AdminDeliveriesView }),
  ],
}
