import { refuseInternal } from '#core/media/uploads/check-address.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { insertDelivery } from './delivery-queries.ts'
import type { WebhookEndpointRow } from './endpoint-queries.ts'
import {
  addEndpoint,
  applyChange,
  type EndpointChange,
  findEndpoint,
  removeEndpoint,
  replaceSecret,
  type WantedEndpoint,
} from './manage-endpoints.ts'
import { operatorsId, testEvent } from './rules.ts'

type Context = Parts<'database' | 'foreignFiles'>

const which = (id: string) => ({ accountId: operatorsId, id })

/**
 * Creates an endpoint that receives events of all accounts, with a new secret. Throws `Refused`:
 * `address_not_allowed`, `too_many_webhooks`, `act_repeated`.
 */
export async function createOperatorWebhook(
  context: Context,
  act: OperatorAction,
  wanted: WantedEndpoint,
): Promise<WebhookEndpointRow> {
  await refuseInternal(context, wanted.url)
  return auditedTransaction(context.database, act, async (transaction) => {
    const result = await addEndpoint(transaction, operatorsId, wanted)
    const details = { webhook: result.id, ...wanted }
    return { result, done: { act: 'webhook.create', details } }
  })
}

/**
 * Changes, enables or disables an endpoint. Throws `Refused`: `address_not_allowed`, `not_found`,
 * `act_repeated`.
 */
export async function changeOperatorWebhook(
  context: Context,
  act: OperatorAction,
  { id, change }: { id: string; change: EndpointChange },
): Promise<WebhookEndpointRow> {
  if (change.url !== undefined) await refuseInternal(context, change.url)
  return auditedTransaction(context.database, act, async (transaction) => {
    const { url } = await findEndpoint({ database: transaction }, which(id))
    const result = await applyChange(transaction, which(id), change)
    const details = { webhook: id, before: url, ...change }
    return { result, done: { act: 'webhook.change', details } }
  })
}

/** Replaces the secret; messages are signed with both for a day. Throws `Refused` as above. */
export function replaceOperatorSecret(
  { database }: Context,
  act: OperatorAction,
  id: string,
): Promise<WebhookEndpointRow> {
  return auditedTransaction(database, act, async (transaction) => {
    const result = await replaceSecret({ database: transaction }, which(id))
    return { result, done: { act: 'webhook.secret', details: { webhook: id, url: result.url } } }
  })
}

/** Deletes an endpoint and its messages. Throws `Refused`: `not_found`, `act_repeated`. */
export function deleteOperatorWebhook(
  { database }: Context,
  act: OperatorAction,
  id: string,
): Promise<void> {
  return auditedTransaction(database, act, async (transaction) => {
    const { url } = await findEndpoint({ database: transaction }, which(id))
    await removeEndpoint(transaction, which(id))
    return { result: undefined, done: { act: 'webhook.delete', details: { webhook: id, url } } }
  })
}

/** Lets a worker send a message that tries the endpoint; returns its id. Throws `not_found`. */
export async function queueOperatorTest({ database }: Context, id: string): Promise<string> {
  await findEndpoint({ database }, which(id))
  const message = { accountId: operatorsId, endpointId: id, event: testEvent }
  const queued = { ...message, data: { endpoint_id: id }, attempts: 0 as const }
  return (await insertDelivery(database, queued, 0)).id
}
