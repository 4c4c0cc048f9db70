import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** An alert for the operator, once for each generation and reason. */
export type Alert = {
  accountId: string
  generationId: string
  reason: 'unknown_outcome' | 'late_result' | 'result_lost' | 'repeated_job'
  note: string
}

/** Creates an alert; also inside a transaction. */
export async function createAlert(
  database: Kysely<Tables>,
  { accountId, generationId, reason, note }: Alert,
): Promise<void> {
  await database
    .insertInto('alert')
    .values({ account_id: accountId, generation_id: generationId, reason, note })
    .onConflict((conflict) =>
      conflict.columns(['generation_id', 'reason', 'account_id']).doNothing(),
    )
    .execute()
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
      payment_id: null,
      details: JSON.stringify({
        ...entry.details,
        ...(entry.id !== undefined && { act_id: entry.id }),
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
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
