import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import type { OperatorMessage } from './operator-event-queries.ts'

/** Lets features write what they owe operators about an event, in the transaction of its cause. */
export async function announceToOperators(
  { contributions }: Parts<'contributions'>,
  transaction: Database,
  message: OperatorMessage,
): Promise<void> {
  for (const write of contributions.operatorEvents) await write(transaction, message)
}
