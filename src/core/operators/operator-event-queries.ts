import type { Database } from '#platform/database/database.ts'
import type { OperatorEvent } from './rules.ts'

/** What happened, for operators. `data`: ids and states, no prompt, file or address of a person. */
export type OperatorMessage = {
  event: OperatorEvent
  generationId?: string | null
  data: Record<string, string | number | boolean | null>
}

/** Writes what a feature does with it, in the transaction of its cause. */
export type WriteOperatorEvent = (transaction: Database, message: OperatorMessage) => Promise<void>

declare module '#core/parts.ts' {
  interface Contributions {
    operatorEvents: readonly WriteOperatorEvent[]
  }
}

/** What operators learn of an alert: not its note, which is for people. */
export function alertMessage(alert: {
  reason: string
  accountId: string | null
  generationId: string | null
}): OperatorMessage {
  const { reason, accountId, generationId } = alert
  return {
    event: 'alert.created',
    generationId,
    data: { reason, account_id: accountId, generation_id: generationId },
  }
}
