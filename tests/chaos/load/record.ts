import type { PlannedCreate } from '../plan/plan.ts'

/** What happened to one planned create, as its client saw it. */
export type CreateRecord = {
  plan: PlannedCreate
  /** Every answer, in order: ms since 1970, what was asked, what came back. */
  steps: { at: number; what: string; outcome: string }[]
  /** The ids that 200 answers gave: one, or none. */
  ids: Set<string>
  charged: Set<number>
  /** The last word when it was refused for good. */
  refused: string | null
  /** Whether a request of `/v1` that waits was answered with results or as failed. */
  awaited: 'made' | 'failed' | null
  cancelled: boolean
  isPublic: boolean | null
}

export function newRecord(plan: PlannedCreate): CreateRecord {
  return {
    plan,
    steps: [],
    ids: new Set(),
    charged: new Set(),
    refused: null,
    awaited: null,
    cancelled: false,
    isPublic: null,
  }
}
