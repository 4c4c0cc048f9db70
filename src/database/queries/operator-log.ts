import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** What the operator should look into, once for each generation and reason. */
export type Alert = {
  generationId: string
  reason: 'unknown_outcome' | 'late_result' | 'result_lost' | 'repeated_job'
  note: string
}

/** Leaves a note for the operator; also inside a transaction. */
export async function createAlert(
  database: Kysely<Tables>,
  { generationId, reason, note }: Alert,
): Promise<void> {
  await database
    .insertInto('operator_note')
    .values({ generation_id: generationId, reason, note })
    .onConflict((conflict) => conflict.columns(['generation_id', 'reason']).doNothing())
    .execute()
}

/** The newest notes first. */
export function listAlerts(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom('operator_note')
    .leftJoin('generation', 'generation.id', 'operator_note.generation_id')
    .leftJoin('account', 'account.id', 'generation.account_id')
    .select([
      'operator_note.created_at',
      'operator_note.reason',
      'operator_note.note',
      'operator_note.generation_id',
      'generation.model',
      'account.email',
    ])
    .orderBy('operator_note.id', 'desc')
    .limit(limit)
    .execute()
}

/** What an operator did to whom. `actor`: an e-mail address, or `command line`. */
export type NewOperatorAction = {
  actor: string
  act: string
  reason: string
  /** By which the same act is known again. */
  id?: string | undefined
  accountId?: string | undefined
  generationId?: string | undefined
  details?: Record<string, unknown> | undefined
}

/**
 * Writes an act down for good: the table refuses changes and deletions. Within the act's own
 * transaction. `false`: it is there already, also when it was sent twice at the same moment.
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

/** What was done, newest first; of one account if it is named. */
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
