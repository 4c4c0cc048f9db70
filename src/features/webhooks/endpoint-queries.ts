import { type Generated, type JSONColumnType, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables, WithDefault } from '#platform/database/tables.ts'
import type { WebhookEvent } from './rules.ts'
import { operatorsId } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    webhook_endpoint: WebhookEndpointTable
    webhook_delivery: WebhookDeliveryTable
    operator_webhook_endpoint: WebhookEndpointTable
    operator_webhook_delivery: WebhookDeliveryTable
  }
}

type WebhookEndpointTable = {
  account_id: string
  id: string
  url: string
  events: WebhookEvent[]
  /** As its owner has it: `whsec_` and base64. */
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  /** `null`: it is enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null
  created_at: Generated<Date>
}

type WebhookDeliveryTable = {
  account_id: string
  id: string
  endpoint_id: string
  event: string
  generation_id: string | null
  data: JSONColumnType<object>
  attempts: WithDefault<number>
  /** `null`: it was delivered or given up. */
  due_at: Date | null
  http_status: number | null
  error: string | null
  delivered_at: Date | null
  created_at: Generated<Date>
}

export type WebhookEndpointRow = Selectable<WebhookEndpointTable>
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

export type NewEndpoint = Pick<
  WebhookEndpointRow,
  'id' | 'account_id' | 'url' | 'events' | 'secret'
>

export type WebhookTables = { endpoint: 'webhook_endpoint'; delivery: 'webhook_delivery' }

/** The tables of accounts. */
export const ofAccounts: WebhookTables = {
  endpoint: 'webhook_endpoint',
  delivery: 'webhook_delivery',
}

/** The tables of operators: their columns are the same, so statements have the types of those. */
export const ofOperators = {
  endpoint: 'operator_webhook_endpoint',
  delivery: 'operator_webhook_delivery',
} as object as WebhookTables

/** The tables that hold the endpoints of an account, or of the operators (`operatorsId`). */
export function webhookTables(accountId: string): WebhookTables {
  return accountId === operatorsId ? ofOperators : ofAccounts
}

/**
 * Inserts an endpoint unless its owner has the maximum, also with concurrent calls. `undefined`: it
 * has, or its account is deleted, and nothing was written. Runs in a transaction.
 */
export async function insertEndpoint(
  transaction: Database,
  endpoint: NewEndpoint,
  most: number,
): Promise<WebhookEndpointRow | undefined> {
  const { account_id: accountId } = endpoint
  if (!(await lockOwner(transaction, accountId))) return undefined
  if ((await listEndpoints(transaction, accountId)).length >= most) return undefined
  return transaction
    .insertInto(webhookTables(accountId).endpoint)
    .values(endpoint)
    .returningAll()
    .executeTakeFirst()
}

/** Lets one insert at a time count the endpoints. `false`: the account is deleted. */
async function lockOwner(transaction: Database, accountId: string): Promise<boolean> {
  if (accountId === operatorsId) {
    await sql`select pg_advisory_xact_lock(hashtextextended('operator webhooks', 0))`.execute(
      transaction,
    )
    return true
  }
  const account = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account !== undefined
}

/** The endpoints of an account, or of the operators, newest first. */
export function listEndpoints(
  database: Kysely<Tables>,
  accountId: string,
): Promise<WebhookEndpointRow[]> {
  return database
    .selectFrom(webhookTables(accountId).endpoint)
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

type Which = { accountId: string; id: string }

export type EndpointChange = Partial<Pick<WebhookEndpointRow, 'url' | 'events' | 'disabled_reason'>>

/** Changes an endpoint. `undefined`: the account has none of this id. */
export function updateEndpoint(
  database: Kysely<Tables>,
  { accountId, id }: Which,
  change: EndpointChange,
): Promise<WebhookEndpointRow | undefined> {
  return database
    .updateTable(webhookTables(accountId).endpoint)
    .set({ id, ...change })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Gives an endpoint a new secret; the previous one signs, too, for `time` ms. */
export function replaceSecret(
  database: Kysely<Tables>,
  { accountId, id }: Which,
  { secret, time }: { secret: string; time: number },
): Promise<WebhookEndpointRow | undefined> {
  return database
    .updateTable(webhookTables(accountId).endpoint)
    .set({
      old_secret: sql`secret`,
      old_secret_until: sql<Date>`now() + ${time} * interval '1 ms'`,
      secret,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes an endpoint and its messages, in a transaction. `false`: there is none of this id. */
export async function deleteEndpoint(
  transaction: Database,
  { accountId, id }: Which,
): Promise<boolean> {
  const { endpoint, delivery } = webhookTables(accountId)
  const { numDeletedRows } = await transaction
    .deleteFrom(endpoint)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  await transaction
    .deleteFrom(delivery)
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .execute()
  return numDeletedRows > 0n
}
