import type { CheckoutDetails, PaymentMessage } from '#domain/settle-payment.ts'

/** A purchase that is about to be paid. Addresses are whole, `language` is the person's code. */
export type Order = {
  bought: CheckoutDetails
  email: string
  /** What stands on the bill. */
  description: string
  language: string
  successUrl: string
  cancelUrl: string
}

/**
 * Something the payment provider tells; `message` is `null` when it does not concern us, or cannot
 * be believed: `problem` says why, in words for the operator.
 */
export type PaymentEvent = {
  id: string
  type: string
  createdAt: Date
  message: PaymentMessage | null
  problem: string | null
}

export type Payments = {
  /** The checkout is the demo's own, and no money moves. */
  isSimulated: boolean
  /**
   * Prepares a checkout; asked again for the same payment it answers the same one.
   * @throws PaymentsUnavailable when it cannot be had just now.
   */
  beginCheckout(order: Order): Promise<{ id: string; url: string }>
  /**
   * Reads what was sent to us, as it came, with its signature.
   * @throws EventForged when it was not signed by the provider, and just now.
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent>
}

/** The payment provider cannot be reached, or refuses us. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** Not the provider's words, or not from just now. */
export class EventForged extends Error {
  override name = 'EventForged'
}
