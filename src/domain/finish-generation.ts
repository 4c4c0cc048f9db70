import type { Credits } from '#catalogue/model.ts'

export type FinishFacts = {
  /** What was charged, in credits. */
  price: Credits
  /** How many results were asked for, and how many are now ours. */
  requested: number
  kept: number
}

export type FinishDecision = { status: 'completed' | 'partial' | 'failed'; refund: Credits }

/**
 * How a generation ends once its results are known: everything there, a part (the missing share is
 * refunded), or nothing (refunded in full). See docs/spec/money.md#refund.
 */
export function decideFinish({ price, requested, kept }: FinishFacts): FinishDecision {
  if (kept <= 0) return { status: 'failed', refund: price }
  if (kept >= requested) return { status: 'completed', refund: 0 }
  return { status: 'partial', refund: price - Math.round((price * kept) / requested) }
}
