import type { Database } from '#database/database.ts'
import type { OperatorMessage } from '#database/queries/admin/operator-events.ts'
import type { ServiceContext } from './context.ts'

/** Lets features write what they owe operators about an event, in the transaction of its cause. */
export async function announceToOperators(
  { contributions }: Pick<ServiceContext, 'contributions'>,
  transaction: Database,
  message: OperatorMessage,
): Promise<void> {
  for (const write of contributions.operatorEvents) await write(transaction, message)
}
