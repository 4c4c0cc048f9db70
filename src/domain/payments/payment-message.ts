/** How far a checkout has come. */
export type Progress = 'open' | 'waiting' | 'expired' | 'failed' | 'paid'

/** Where a dispute stands. `inquiry`: the bank asks, and no money has moved. */
export type DisputeState = 'inquiry' | 'open' | 'lost' | 'won'

/** Amounts in the currency's smallest unit (cents). */
export type Money = { amount: number; currency: string }

/** What a checkout was for, as the payment provider repeats it. */
export type Bought = Money & { paymentId: string; accountId: string; pack: string; credits: number }

/**
 * What the payment provider tells, in our words; whatever it sends beside that is of no concern to
 * us.
 */
export type PaymentMessage =
  | {
      about: 'checkout'
      checkoutId: string
      intentId: string | null
      progress: Progress
      bought: Bought
    }
  /** `amount`: all that was refunded until now. */
  | ({ about: 'refund'; intentId: string } & Money)
  | ({ about: 'dispute'; intentId: string; disputeId: string; state: DisputeState } & Money)
  /** Money that was on its way back to the person has not arrived. */
  | ({ about: 'failed-refund'; intentId: string } & Money)
