import type { Credits } from '#core/models/rules/model.ts'

export type FinishFacts = {
  /** The charged credits. */
  price: Credits
  /** How many results were requested, and how many were stored. */
  requested: number
  kept: number
  /** What was used costs so many credits, where the price was only the most; else `null`. */
  due?: Credits | null
}

export type FinishDecision = { status: 'completed' | 'partial' | 'failed'; refund: Credits }

/**
 * Decides how a generation ends once its results are known: completed, partial (the missing share
 * is refunded), or failed (refunded in full). Of a price that was only the most, what was not used
 * is refunded, too. See docs/spec/money.md#refund.
 */
export function decideFinish({ price, requested, kept, due }: FinishFacts): FinishDecision {
  if (kept <= 0) return { status: 'failed', refund: price }
  const owed = due ?? price
  if (kept >= requested) return { status: 'completed', refund: price - owed }
  const share = Math.round((price * kept) / requested)
  return { status: 'partial', refund: price - Math.min(share, owed) }
}
