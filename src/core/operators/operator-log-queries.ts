import { type Kysely, sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

/** An alert for the operator, once for each generation and reason. */
export type Alert = {
  accountId: string
  generationId: string
  reason: 'unknown_outcome' | 'late_result' | 'result_lost' | 'repeated_job' | 'ends_workers'
  note: string
}

/** Creates an alert. `false`: there was one, and nothing changed. */
export async function createAlert(
  transaction: Kysely<Tables>,
  { accountId, generationId, reason, note }: Alert,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('alert')
    .values({ account_id: accountId, generation_id: generationId, reason, note })
    .onConflict((conflict) =>
      conflict.columns(['generation_id', 'reason', 'account_id']).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the newest alerts first; `before`: only ones with lower ids. */
export function listAlerts(
  database: Kysely<Tables>,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  return database
    .selectFrom('alert')
    .leftJoin('generation', (join) =>
      join
        .onRef('generation.id', '=', 'alert.generation_id')
        .onRef('generation.account_id', '=', 'alert.account_id'),
    )
    .leftJoin('account', 'account.id', 'alert.account_id')
    .select([
      'alert.id',
      'alert.created_at',
      'alert.reason',
      'alert.note',
      'alert.generation_id',
      'generation.model',
      'account.email',
    ])
    .$if(before !== undefined, (query) => query.where('alert.id', '<', before ?? 0))
    .orderBy('alert.id', 'desc')
    .limit(limit)
    .execute()
}

/** An action of an operator. `actor`: an e-mail address, or `command line`. */
export type NewOperatorAction = {
  actor: string
  act: string
  reason: string
  /** Identifies a repeated action. */
  id?: string | undefined
  accountId?: string | undefined
  generationId?: string | undefined
  paymentId?: string | undefined
  details?: Record<string, unknown> | undefined
}

/**
 * Writes an audit entry: the table rejects changes and deletions. Runs in the action's own
 * transaction. `false`: it exists already, also when it is sent twice at once.
 */
export async function insertOperatorAction(
  transaction: Kysely<Tables>,
  entry: NewOperatorAction,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('audit_entry')
    .values({
      actor: entry.actor,
      act: entry.act,
      reason: entry.reason,
      account_id: entry.accountId ?? null,
      generation_id: entry.generationId ?? null,
      payment_id: entry.paymentId ?? null,
      details: JSON.stringify({
        ...entry.details,
        ...(entry.id !== undefined && { act_id: entry.id }),
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns the credits that a person has given today (UTC) by grants and refunds, and locks them
 * until the transaction ends.
 */
export async function sumGivenToday(transaction: Kysely<Tables>, actor: string): Promise<number> {
  const lock = sql`select pg_advisory_xact_lock(hashtextextended('given by ' || ${actor}, 0))`
  await lock.execute(transaction)
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum((details ->> 'credits')::bigint), 0)::bigint as credits from audit_entry
    where actor = ${actor} and act in ('account.grant', 'generation.refund')
      and created_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC'`.execute(
    transaction,
  )
  return Number(rows[0]?.credits ?? 0)
}

/** Returns audit entries, newest first; of one account if given. */
export function listOperatorActions(
  database: Kysely<Tables>,
  {
    accountId,
    before,
    limit,
  }: { accountId?: string | undefined; before?: number | undefined; limit: number },
) {
  return database
    .selectFrom('audit_entry')
    .leftJoin('account', 'account.id', 'audit_entry.account_id')
    .selectAll('audit_entry')
    .select('account.email')
    .$if(accountId !== undefined, (query) =>
      query.where('audit_entry.account_id', '=', accountId ?? null),
    )
    .$if(before !== undefined, (query) => query.where('audit_entry.id', '<', before ?? 0))
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Whether a person did this to the account by the action with this id, within the last `age` ms.
 */
export async function wasActedOn(
  database: Kysely<Tables>,
  entry: { actor: string; act: string; id: string; accountId: string; age: number },
): Promise<boolean> {
  const found = await database
    .selectFrom('audit_entry')
    .select('id')
    .where(sql`details ->> 'act_id'`, '=', entry.id)
    .where(sql<boolean>`details ? 'act_id'`)
    .where('actor', '=', entry.actor)
    .where('act', '=', entry.act)
    .where('account_id', '=', entry.accountId)
    .where('created_at', '>', sql<Date>`now() - ${entry.age} * interval '1 ms'`)
    .executeTakeFirst()
  return found !== undefined
}
