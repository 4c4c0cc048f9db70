import type { Credits } from '#core/models/rules/model.ts'

export type FinishFacts = {
  /** The charged credits. */
  price: Credits
  /** How many results were requested, and how many were stored. */
  requested: number
  kept: number
}

export type FinishDecision = { status: 'completed' | 'partial' | 'failed'; refund: Credits }

/**
 * Decides how a generation ends once its results are known: completed, partial (the missing share
 * is refunded), or failed (refunded in full). See docs/spec/money.md#refund.
 */
export function decideFinish({ price, requested, kept }: FinishFacts): FinishDecision {
  if (kept <= 0) return { status: 'failed', refund: price }
  if (kept >= requested) return { status: 'completed', refund: 0 }
  return { status: 'partial', refund: price - Math.round((price * kept) / requested) }
}
