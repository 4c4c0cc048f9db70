import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { findAccount } from '#core/accounts/queries/accounts.ts'
import { isId } from '#core/ids.ts'
import { refuseInternal } from '#core/media/uploads/check-address.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import {
  disableEndpoint,
  insertDelivery,
  listDeliveries as listRows,
  repeatDelivery,
} from './delivery-queries.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './endpoint-queries.ts'
import {
  deleteEndpoint as deleteRow,
  insertEndpoint,
  listEndpoints as listEndpointRows,
  replaceSecret as replaceRow,
  updateEndpoint,
} from './endpoint-queries.ts'
import {
  deliveryLease,
  maxEndpoints,
  oldSecretTime,
  testEvent,
  type WebhookEvent,
} from './rules.ts'
import { type SendDeliveryParts, sendDelivery } from './send-deliveries.ts'

export type { WebhookDeliveryRow, WebhookEndpointRow } from './endpoint-queries.ts'

/** How many of an endpoint's messages are listed. */
const listed = 100

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The endpoint of an account, or of the operators (`operatorsId`); no other exists for them. */
export type WhichEndpoint = { accountId: string; id: string }

export type WantedEndpoint = { url: string; events: WebhookEvent[] }

/** What is undefined stays. */
export type EndpointChange = {
  [Name in keyof WantedEndpoint]?: WantedEndpoint[Name] | undefined
} & {
  is_enabled?: boolean | undefined
}

/** The endpoints of an account, or of the operators, newest first. */
export function listEndpoints(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<WebhookEndpointRow[]> {
  return listEndpointRows(database, accountId)
}

/**
 * Creates an endpoint with a new secret. Throws `Refused`: `too_many_webhooks`,
 * `address_not_allowed`, `account_suspended`.
 */
export async function createEndpoint(
  context: Parts<'database' | 'foreignFiles'>,
  accountId: string,
  wanted: WantedEndpoint,
): Promise<WebhookEndpointRow> {
  const { database } = context
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  await refuseInternal(context, wanted.url)
  return database
    .transaction()
    .execute((transaction) => addEndpoint(transaction, accountId, wanted))
}

/** Adds an endpoint whose address was checked. Throws `Refused` `too_many_webhooks`. */
export async function addEndpoint(
  transaction: Database,
  accountId: string,
  wanted: WantedEndpoint,
): Promise<WebhookEndpointRow> {
  const endpoint = { ...wanted, id: uuid(), account_id: accountId, secret: newSecret() }
  const row = await insertEndpoint(transaction, endpoint, maxEndpoints)
  if (!row) throw new Refused({ reason: 'too_many_webhooks', max: maxEndpoints })
  return row
}

/** Changes an endpoint; disabling it ends its messages. Throws `Refused`: `not_found` and as above. */
export async function changeEndpoint(
  context: Parts<'database' | 'foreignFiles'>,
  which: WhichEndpoint,
  change: EndpointChange,
): Promise<WebhookEndpointRow> {
  if (change.url !== undefined) await refuseInternal(context, change.url)
  return applyChange(context.database, which, change)
}

/** Changes an endpoint; a new address was checked. Throws `Refused` `not_found`. */
export async function applyChange(
  database: Database,
  which: WhichEndpoint,
  { is_enabled: isEnabled, url, events }: EndpointChange,
): Promise<WebhookEndpointRow> {
  if (!isId(which.id)) throw new Refused({ reason: 'not_found' })
  if (isEnabled === false) await disableEndpoint(database, which, { reason: 'owner' })
  const change = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(isEnabled === true && { disabled_reason: null }),
  }
  return found(await updateEndpoint(database, which, change))
}

/** Deletes an endpoint and its messages. Throws `Refused` `not_found`. */
export function deleteEndpoint(
  { database }: Parts<'database'>,
  which: WhichEndpoint,
): Promise<void> {
  return database.transaction().execute((transaction) => removeEndpoint(transaction, which))
}

/** The same within a transaction. */
export async function removeEndpoint(transaction: Database, which: WhichEndpoint): Promise<void> {
  if (!isId(which.id) || !(await deleteRow(transaction, which)))
    throw new Refused({ reason: 'not_found' })
}

/** Replaces the secret; messages are signed with both for a day. Throws `Refused` `not_found`. */
export async function replaceSecret(
  { database }: Parts<'database'>,
  which: WhichEndpoint,
): Promise<WebhookEndpointRow> {
  if (!isId(which.id)) throw new Refused({ reason: 'not_found' })
  return found(await replaceRow(database, which, { secret: newSecret(), time: oldSecretTime }))
}

/** Returns an endpoint. Throws `Refused` `not_found`. */
export async function findEndpoint(
  { database }: Parts<'database'>,
  { accountId, id }: WhichEndpoint,
): Promise<WebhookEndpointRow> {
  return found((await listEndpointRows(database, accountId)).find((each) => each.id === id))
}

/** The newest messages to an endpoint. Throws `Refused` `not_found`. */
export async function listDeliveries(
  { database }: Parts<'database'>,
  { accountId, id }: WhichEndpoint,
): Promise<WebhookDeliveryRow[]> {
  await findEndpoint({ database }, { accountId, id })
  return listRows(database, { accountId, id, limit: listed })
}

/** Sends a message that tries the endpoint, now. Throws `Refused` `not_found`. */
export async function testEndpoint(
  context: SendDeliveryParts,
  { accountId, id }: WhichEndpoint,
): Promise<WebhookDeliveryRow> {
  const { database } = context
  const endpoint = await findEndpoint(context, { accountId, id })
  const message = { accountId, endpointId: id, event: testEvent, data: { endpoint_id: id } }
  const delivery = await insertDelivery(database, message, deliveryLease)
  const { url, secret, old_secret } = endpoint
  await sendDelivery(context, { ...delivery, url, secret, old_secret })
  const rows = await listRows(database, { accountId, id, limit: listed })
  return found(rows.find((row) => row.id === delivery.id))
}

/** Sends a message again that ended. Throws `Refused`: `not_found`, also while it is still due. */
export async function repeatMessage(
  { database }: Parts<'database'>,
  { accountId, id }: WhichEndpoint,
  delivery: string,
): Promise<void> {
  const isFound =
    isId(id) &&
    isId(delivery) &&
    (await repeatDelivery(database, { accountId, endpointId: id, id: delivery }))
  if (!isFound) throw new Refused({ reason: 'not_found' })
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Refused({ reason: 'not_found' })
  return row
}
