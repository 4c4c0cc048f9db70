import { type Generated, type Selectable, sql } from 'kysely'
import type { StoredToken } from '#core/accounts/queries/keys.ts'
import type { EndingPart } from '#core/generations/queries/end-generation.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { longJob, pageWait } from '#core/mail/rules.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { deleteDue, eachAccount } from '#platform/database/distributed/each-account.ts'
import type { WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    push_subscription: PushSubscriptionTable
    push_message: PushMessageTable
    push_key: PushKeyTable
  }
}

/** A browser that gets messages when jobs end (RFC 8030). Its id is that of its session. */
type PushSubscriptionTable = {
  id: string
  account_id: string
  /** The address at the browser's push service. */
  endpoint: string
  /** The browser's key, as an uncompressed point, and its secret of 16 bytes (RFC 8291). */
  public_key: Buffer
  auth_secret: Buffer
  /** The code of the language of its page. */
  language: string
  created_at: Generated<Date>
}

/** A message to such a browser about the end of a generation, until it was sent. */
type PushMessageTable = {
  id: string
  account_id: string
  subscription_id: string
  generation_id: string
  attempts: WithDefault<number>
  due_at: Date
  created_at: Generated<Date>
}

/** The studio's key for push services (RFC 8292): one row, made when it is first needed. */
type PushKeyTable = {
  is_only: Generated<boolean>
  /** PKCS #8 */
  private_key: Buffer
  /** The uncompressed point. */
  public_key: Buffer
  created_at: Generated<Date>
}

export type PushSubscriptionRow = Selectable<PushSubscriptionTable>
export type PushKeyRow = Selectable<PushKeyTable>

/**
 * Writes a message to each browser of the account that wants them, if the job took long; it waits for
 * an open page to show the result. Who cancels a job knows that it ends.
 */
export const pushWhenEnded: EndingPart = {
  name: 'pushed',
  write: ({ failure }) =>
    failure?.code === 'cancelled'
      ? null
      : sql`
    insert into push_message (account_id, id, subscription_id, generation_id, due_at)
    select closed.account_id, gen_random_uuid(), subscription.id, closed.id,
      clock_timestamp() + ${pageWait} * interval '1 ms'
    from closed join push_subscription as subscription on subscription.account_id = closed.account_id
    where closed.created_at <= clock_timestamp() - ${longJob} * interval '1 ms'`,
}

/** Forgets messages about these generations that were not sent yet. */
export async function withdrawPushes(
  database: Database,
  accountId: string,
  generationIds: readonly string[],
): Promise<void> {
  await sql`
    delete from push_message
    where account_id = ${accountId} and attempts = 0 and generation_id = any(${[...generationIds]}::uuid[])`.execute(
    onShardOf(database, accountId),
  )
}

export type NewSubscription = Pick<
  PushSubscriptionRow,
  'endpoint' | 'public_key' | 'auth_secret' | 'language'
>

/**
 * Stores the subscription of a session's browser instead of the one it had, and deletes others of
 * the account with the same address, and the oldest beyond `most`. `false`: the session has ended.
 */
export function putSubscription(
  database: Database,
  { accountId, hash }: StoredToken,
  { endpoint, public_key, auth_secret, language }: NewSubscription,
  most: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, accountId)
    const { rows } = await sql<{ id: string }>`
      insert into push_subscription (id, account_id, endpoint, public_key, auth_secret, language)
      select id, account_id, ${endpoint}, ${public_key}::bytea, ${auth_secret}::bytea, ${language} from session
      where account_id = ${accountId} and token_hash = ${hash}::bytea and expires_at > now()
      on conflict (id, account_id) do update set endpoint = excluded.endpoint,
        public_key = excluded.public_key, auth_secret = excluded.auth_secret, language = excluded.language
      returning id`.execute(own)
    const [stored] = rows
    if (!stored) return false
    await sql`
      delete from push_subscription where account_id = ${accountId} and id <> ${stored.id} and (
        endpoint = ${endpoint} or id not in (
          select id from push_subscription where account_id = ${accountId}
          order by created_at desc, id desc limit ${most}))`.execute(own)
    return true
  })
}

/** Deletes the subscription of a session's browser. */
export async function deleteSubscriptionOf(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<void> {
  await sql`
    delete from push_subscription where account_id = ${accountId} and id = (
      select id from session where account_id = ${accountId} and token_hash = ${hash}::bytea)`.execute(
    onShardOf(database, accountId),
  )
}

/** Whether the browser of a session has a subscription. */
export async function hasSubscription(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<boolean> {
  const found = await database
    .selectFrom('push_subscription')
    .innerJoin('session', (join) =>
      join
        .onRef('session.id', '=', 'push_subscription.id')
        .onRef('session.account_id', '=', 'push_subscription.account_id'),
    )
    .select('push_subscription.id')
    .where('push_subscription.account_id', '=', accountId)
    .where('session.token_hash', '=', hash)
    .executeTakeFirst()
  return found !== undefined
}

/** The browsers of an account that get messages. */
export function listSubscriptions(
  database: Database,
  accountId: string,
): Promise<PushSubscriptionRow[]> {
  return database
    .selectFrom('push_subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** A message that this worker has claimed. `attempts` counts this one. */
export type ClaimedPush = {
  id: string
  account_id: string
  subscription_id: string
  generation_id: string
  attempts: number
}

/** Claims messages that are due, for `lease` ms: at most `limit` of an account's shard. */
export async function claimPushes(
  database: Database,
  { lease, limit }: { lease: number; limit: number },
): Promise<ClaimedPush[]> {
  const claimed = await eachAccount(
    database,
    sql`select distinct account_id from push_message where due_at <= now() limit ${limit}`,
    async (own, of) => {
      const { rows } = await sql<ClaimedPush>`
        update push_message set attempts = attempts + 1, due_at = now() + ${lease} * interval '1 ms'
        where (id, account_id) in (
          select id, account_id from push_message where due_at <= now() and ${of(sql`account_id`)}
          order by due_at limit ${limit} for update skip locked)
        returning id, account_id, subscription_id, generation_id, attempts`.execute(own)
      return rows
    },
  )
  return claimed.flat()
}

/** The browser and the generation of a message. */
export type PushFacts = PushSubscriptionRow &
  Pick<GenerationRow, 'kind' | 'status' | 'refunded' | 'model'>

/** Reads what a message needs; `undefined`: its browser is signed out, or its record was deleted. */
export async function readPush(
  database: Database,
  { account_id: accountId, subscription_id, generation_id }: ClaimedPush,
): Promise<PushFacts | undefined> {
  const { rows } = await sql<PushFacts>`
    select subscription.*, generation.kind, generation.status, generation.refunded, generation.model
    from push_subscription as subscription
    join session on session.id = subscription.id and session.account_id = subscription.account_id
      and session.expires_at > now()
    join generation on generation.account_id = subscription.account_id
      and generation.id = ${generation_id} and generation.deleted_at is null
    where subscription.id = ${subscription_id} and subscription.account_id = ${accountId}`.execute(
    onShardOf(database, accountId),
  )
  return rows[0]
}

type Which = Pick<ClaimedPush, 'id' | 'account_id' | 'attempts'>

/** Deletes a message that was sent or given up, unless another worker has taken it over. */
export async function endPush(
  database: Database,
  { id, account_id, attempts }: Which,
): Promise<void> {
  await sql`
    delete from push_message
    where id = ${id} and account_id = ${account_id} and attempts = ${attempts}`.execute(
    onShardOf(database, account_id),
  )
}

/** Makes a message due again `pause` ms from now. */
export async function postponePush(
  database: Database,
  { id, account_id, attempts }: Which,
  pause: number,
): Promise<void> {
  await sql`
    update push_message set due_at = now() + ${pause} * interval '1 ms'
    where id = ${id} and account_id = ${account_id} and attempts = ${attempts}`.execute(
    onShardOf(database, account_id),
  )
}

/** Deletes a subscription that the push service no longer has. */
export async function deleteSubscription(
  database: Database,
  { id, account_id, endpoint }: Pick<PushSubscriptionRow, 'id' | 'account_id' | 'endpoint'>,
): Promise<void> {
  await sql`
    delete from push_subscription
    where id = ${id} and account_id = ${account_id} and endpoint = ${endpoint}`.execute(
    onShardOf(database, account_id),
  )
}

/** Deletes the subscriptions of sessions that have ended. */
export async function deleteEndedSubscriptions(database: Database): Promise<void> {
  await deleteDue(
    database,
    'push_subscription',
    sql`not exists (select from session
      where session.id = push_subscription.id and session.account_id = push_subscription.account_id)`,
  )
}

/** Returns the studio's key; the first call stores `proposed`. */
export async function keepPushKey(
  database: Database,
  proposed: () => Pick<PushKeyRow, 'private_key' | 'public_key'>,
): Promise<PushKeyRow> {
  const find = () => database.selectFrom('push_key').selectAll().executeTakeFirst()
  const known = await find()
  if (known) return known
  await database
    .insertInto('push_key')
    .values(proposed())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) as PushKeyRow
}
