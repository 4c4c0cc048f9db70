import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What the operator should look into, once for each generation and reason. */
export type OperatorNote = {
  generationId: string
  reason: 'unknown_outcome' | 'late_result' | 'result_lost' | 'repeated_job'
  note: string
}

/** Leaves a note for the operator; also inside a transaction. */
export async function createAlert(
  database: Kysely<Tables>,
  { generationId, reason, note }: OperatorNote,
): Promise<void> {
  await database
    .insertInto('operator_note')
    .values({ generation_id: generationId, reason, note })
    .onConflict((conflict) => conflict.columns(['generation_id', 'reason']).doNothing())
    .execute()
}

/** The newest notes first. */
export function listNotes(database: Kysely<Tables>, limit: number) {
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
