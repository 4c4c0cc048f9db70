import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EndingPart } from '#core/generations/queries/end-generation.ts'
import type { WriteOperatorEvent } from '#core/operators/operator-event-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteDue, eachAccount } from '#platform/database/distributed/each-account.ts'
import type { Tables } from '#platform/database/tables.ts'
import {
  ofAccounts,
  ofOperators,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookTables,
  webhookTables,
} from './endpoint-queries.ts'
import type { GenerationEvent } from './rules.ts'

/** Writes a message to each endpoint of the account that wants the event. */
export const announceEnd: EndingPart = {
  name: 'announced',
  write: ({ status }) => {
    const event: GenerationEvent = `generation.${status}`
    return sql`
    insert into webhook_delivery (account_id, id, endpoint_id, event, generation_id, data)
    select closed.account_id, gen_random_uuid(), endpoint.id, ${event}, closed.id, jsonb_build_object(
      'id', closed.id, 'kind', closed.kind, 'generation_type', closed.generation_type,
      'model', closed.model, 'status', closed.status, 'price', closed.price,
      'refunded', closed.refunded, 'error_code', closed.error_code,
      'created_at', closed.created_at, 'completed_at', closed.completed_at)
    from closed
    join webhook_endpoint as endpoint on endpoint.account_id = closed.account_id
      and endpoint.disabled_reason is null and ${event} = any(endpoint.events)`
  },
}

/**
 * Writes a message to each endpoint of the operators that wants the event; without one, this is a look
 * at an empty table.
 */
export const announceToOperators: WriteOperatorEvent = async (
  transaction,
  { event, generationId, data },
) => {
  await sql`
    insert into operator_webhook_delivery (id, endpoint_id, event, generation_id, data)
    select gen_random_uuid(), id, ${event}, ${generationId ?? null}::uuid, ${JSON.stringify(data)}::jsonb
    from operator_webhook_endpoint where disabled_reason is null and ${event} = any(events)`.execute(
    transaction,
  )
}

/** A message that this worker has claimed, with its endpoint. `attempts` counts this one. */
export type ClaimedDelivery = Pick<
  WebhookDeliveryRow,
  'account_id' | 'id' | 'endpoint_id' | 'event' | 'data' | 'attempts' | 'created_at'
> &
  Pick<WebhookEndpointRow, 'url' | 'secret'> & { old_secret: string | null }

/**
 * Claims messages that are due, for `lease` ms: at most `each` of an endpoint and `limit` of an
 * account's shard.
 */
export async function claimDeliveries(
  database: Database,
  limits: { lease: number; each: number; limit: number },
): Promise<ClaimedDelivery[]> {
  const operators = await claim(database, ofOperators, limits, sql`true`)
  const claimed = await eachAccount(
    database,
    sql`select distinct account_id from webhook_delivery where due_at <= now() limit ${limits.limit}`,
    (own, of) => claim(own, ofAccounts, limits, of(sql`endpoint.account_id`)),
  )
  return [...operators, ...claimed.flat()]
}

/** Claims messages in these tables. `isOwn`: of which endpoints. */
async function claim(
  database: Database,
  tables: WebhookTables,
  { lease, each, limit }: { lease: number; each: number; limit: number },
  isOwn: RawBuilder<unknown>,
): Promise<ClaimedDelivery[]> {
  const [endpoints, deliveries] = [sql.table(tables.endpoint), sql.table(tables.delivery)]
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select delivery.account_id, delivery.id from ${endpoints} as endpoint
      cross join lateral (
        select account_id, id from ${deliveries}
        where account_id = endpoint.account_id and endpoint_id = endpoint.id and due_at <= now()
        order by due_at limit ${each} for update skip locked) as delivery
      where ${isOwn} and endpoint.disabled_reason is null
      limit ${limit}
    )
    update ${deliveries} as delivery
    set attempts = attempts + 1, due_at = now() + ${lease} * interval '1 ms'
    from due join ${endpoints} as endpoint on endpoint.account_id = due.account_id
    where delivery.account_id = due.account_id and delivery.id = due.id
      and endpoint.id = delivery.endpoint_id
    returning delivery.account_id, delivery.id, delivery.endpoint_id, delivery.event, delivery.data,
      delivery.attempts, delivery.created_at, endpoint.url, endpoint.secret,
      case when endpoint.old_secret_until > now() then endpoint.old_secret end as old_secret`.execute(
    database,
  )
  return rows
}

type Which = Pick<ClaimedDelivery, 'account_id' | 'id' | 'endpoint_id' | 'attempts'>

/** How an attempt ended; `pause` until the next one in ms, `null`: there is none. */
export type AttemptOutcome = {
  isDelivered: boolean
  pause: number | null
  httpStatus: number | null
  error: string | null
}

/**
 * Records how an attempt ended, unless another worker has taken the message over. After a failure
 * the endpoint's other messages wait, too, at most `othersPause` ms: it may be down, or only this
 * message may fail.
 */
export async function recordAttempt(
  database: Database,
  { account_id: accountId, id, endpoint_id: endpointId, attempts }: Which,
  { isDelivered, pause, httpStatus, error }: AttemptOutcome,
  othersPause: number,
): Promise<void> {
  const deliveries = sql.table(webhookTables(accountId).delivery)
  const after = (time: number | null) => sql`now() + ${time}::double precision * interval '1 ms'`
  await sql`
    update ${deliveries} set due_at = ${after(pause)}, http_status = ${httpStatus}, error = ${error},
      delivered_at = case when ${isDelivered} then now() end
    where account_id = ${accountId} and id = ${id} and attempts = ${attempts} and due_at is not null`.execute(
    database,
  )
  if (pause === null) return
  const next = after(Math.min(pause, othersPause))
  await sql`
    update ${deliveries} set due_at = ${next}
    where account_id = ${accountId} and endpoint_id = ${endpointId} and due_at < ${next}`.execute(
    database,
  )
}

/**
 * Disables an endpoint unless it is, and ends its messages. Where a message was given up (`failing`)
 * only if none was delivered there in the last `time` ms.
 */
export async function disableEndpoint(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  { reason, time = 0 }: { reason: 'owner' | 'gone' | 'failing'; time?: number },
): Promise<boolean> {
  const { endpoint, delivery } = webhookTables(accountId)
  const { rows } = await sql`
    update ${sql.table(endpoint)} set disabled_reason = ${reason}
    where account_id = ${accountId} and id = ${id} and disabled_reason is null
      and not exists (select from ${sql.table(delivery)} where account_id = ${accountId} and endpoint_id = ${id}
        and delivered_at > now() - ${time} * interval '1 ms')
    returning id`.execute(database)
  if (rows.length > 0) await endDeliveries(database, { accountId, id })
  return rows.length > 0
}

/** Ends the messages that an endpoint has not received. */
async function endDeliveries(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await sql`
    update ${sql.table(webhookTables(accountId).delivery)} set due_at = null, error = 'the endpoint is disabled'
    where account_id = ${accountId} and endpoint_id = ${id} and due_at is not null`.execute(
    database,
  )
}

/** The newest messages to an endpoint. */
export function listDeliveries(
  database: Kysely<Tables>,
  { accountId, id, limit }: { accountId: string; id: string; limit: number },
): Promise<WebhookDeliveryRow[]> {
  return database
    .selectFrom(webhookTables(accountId).delivery)
    .selectAll()
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Makes a message that ended due again, as if it were new. `false`: there is none. */
export async function repeatDelivery(
  database: Database,
  { accountId, endpointId, id }: { accountId: string; endpointId: string; id: string },
): Promise<boolean> {
  const { endpoint, delivery } = webhookTables(accountId)
  const { rows } = await sql`
    update ${sql.table(delivery)} set due_at = now(), attempts = 0, delivered_at = null, error = null, http_status = null
    where account_id = ${accountId} and endpoint_id = ${endpointId} and id = ${id} and due_at is null
      and exists (select from ${sql.table(endpoint)} where account_id = ${accountId} and id = ${endpointId}
        and disabled_reason is null)
    returning id`.execute(database)
  return rows.length > 0
}

/** Writes a message of no generation, claimed for `lease` ms; `attempts` counts that one. */
export async function insertDelivery(
  database: Database,
  delivery: { accountId: string; endpointId: string; event: string; data: object; attempts?: 0 },
  lease: number,
): Promise<Omit<ClaimedDelivery, 'url' | 'secret' | 'old_secret'>> {
  const { accountId, endpointId, event, data, attempts = 1 } = delivery
  return database
    .insertInto(webhookTables(accountId).delivery)
    .values({
      ...{ account_id: accountId, id: sql<string>`gen_random_uuid()`, endpoint_id: endpointId },
      ...{ event, data: JSON.stringify(data), attempts },
      due_at: sql<Date>`now() + ${lease} * interval '1 ms'`,
    })
    .returning(['account_id', 'id', 'endpoint_id', 'event', 'data', 'attempts', 'created_at'])
    .executeTakeFirstOrThrow()
}

/** Deletes messages that are older than `age` ms. */
export async function deleteOldDeliveries(database: Database, age: number): Promise<void> {
  const isOld = sql`created_at < now() - ${age} * interval '1 ms'`
  await deleteDue(database, 'webhook_delivery', isOld)
  await sql`delete from operator_webhook_delivery where ${isOld}`.execute(database)
}
