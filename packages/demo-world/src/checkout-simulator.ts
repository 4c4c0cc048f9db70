import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  chargeObject,
  type DemoRefund,
  type DemoSession,
  invoiceObject,
  refundObject,
  sessionObject,
} from './checkout-session.ts'

/** The order of a new checkout. */
export type NewSession = Omit<
  DemoSession,
  'id' | 'intentId' | 'status' | 'isPaid' | 'refunded' | 'refunds' | 'createdAt'
>

/** What is asked of a refund; without an amount, the rest. `key`: the idempotency key. */
export type NewRefund = {
  amount: number | undefined
  metadata: Record<string, string>
  key: string | null
}

export type SimulatorOptions = {
  receiver: Receiver
  /** The address of a session's page. */
  pageOf: (id: string) => string
  /** How long a bank transfer takes, in ms. */
  bankTime: number
  /**
   * The pauses before an event that was not accepted is sent again, in ms; Stripe retries for three
   * days.
   */
  repeatAfter: readonly number[]
}

export interface CheckoutSimulator extends ReturnType<typeof createCheckoutSimulator> {}

/**
 * The checkouts of the demo and their state. The state is lost when the process ends; delivered
 * events are not.
 */
export function createCheckoutSimulator({
  receiver,
  pageOf,
  bankTime,
  repeatAfter,
}: SimulatorOptions) {
  const sessions = new Map<string, DemoSession>()
  const byKey = new Map<string, string>()
  const refunds = new Map<string, DemoRefund>()
  const closing = new AbortController()
  const { signal } = closing

  /** Resolves after the first attempt. */
  async function send(type: string, object: object): Promise<void> {
    const event = makeEvent(type, object)
    const isTaken = async () => (await postEvent(event, receiver, signal)) === 200
    if (!(await isTaken())) void repeat(isTaken).catch(() => undefined)
  }

  async function repeat(isTaken: () => Promise<boolean>): Promise<void> {
    for (const time of repeatAfter) {
      await pause(time, undefined, { signal, ref: false })
      if (await isTaken()) return
    }
  }

  const notify = (type: string, session: DemoSession) =>
    send(`checkout.session.${type}`, sessionObject(session, null))

  async function sendInvoice(session: DemoSession): Promise<void> {
    const page = `${pageOf(session.id)}/invoice`
    if (session.invoice) await send('invoice.paid', invoiceObject(session, page))
  }

  async function settleLater(session: DemoSession): Promise<void> {
    await pause(bankTime, undefined, { signal, ref: false })
    session.isPaid = true
    await notify('async_payment_succeeded', session)
    await sendInvoice(session)
  }

  return {
    find: (id: string) => sessions.get(id),
    findByIntent: (intentId: string) =>
      sessions.values().find((session) => session.intentId === intentId),
    present: (session: DemoSession) =>
      sessionObject(session, session.status === 'open' ? pageOf(session.id) : null),

    /** The same key twice gives the same session. */
    open(wanted: NewSession, key: string | null): DemoSession {
      const known = key === null ? undefined : sessions.get(byKey.get(key) ?? '')
      if (known) return known
      const id = `cs_demo_${randomBytes(24).toString('hex')}`
      const intentId = `pi_demo_${randomBytes(12).toString('hex')}`
      const begun = {
        status: 'open',
        isPaid: false,
        refunded: 0,
        createdAt: Math.floor(Date.now() / 1_000),
      } as const
      const session: DemoSession = { ...wanted, ...begun, refunds: [], id, intentId }
      sessions.set(id, session)
      if (key !== null) byKey.set(key, id)
      return session
    },

    /** `later`: the bank transfer arrives after a while. A second call does nothing. */
    async pay(session: DemoSession, { later = false } = {}): Promise<void> {
      if (session.status !== 'open') return
      session.status = 'complete'
      session.isPaid = !later
      await notify('completed', session)
      if (session.isPaid) await sendInvoice(session)
      if (later) void settleLater(session).catch(() => undefined)
    },

    async expire(session: DemoSession): Promise<void> {
      if (session.status !== 'open') return
      session.status = 'expired'
      await notify('expired', session)
    },

    /**
     * Refunds a part of the money (`amount`, in cents), or the rest of it. The same key twice gives
     * the same refund. `null`: it is more than the rest, or nothing is left.
     */
    async refund(session: DemoSession, wanted: NewRefund): Promise<DemoRefund | null> {
      const { key, metadata } = wanted
      const known = key === null ? undefined : refunds.get(key)
      if (known) return known
      const left = session.amount - session.refunded
      const amount = wanted.amount ?? left
      if (amount > left || amount <= 0) return null
      const id = `re_demo_${randomBytes(12).toString('hex')}`
      const refund: DemoRefund = { id, amount, metadata, failure: null }
      session.refunded += amount
      session.refunds.push(refund)
      if (key !== null) refunds.set(key, refund)
      await send('refund.created', refundObject(refund, session))
      await send('charge.refunded', chargeObject(session))
      return refund
    },

    /** The bank rejects a refund days later: its money is back on the charge. */
    async failRefund(session: DemoSession, id: string): Promise<void> {
      const refund = session.refunds.find((one) => one.id === id && one.failure === null)
      if (!refund) throw new Error('No refund that could fail')
      refund.failure = 'lost_or_stolen_card'
      session.refunded -= refund.amount
      await send('refund.updated', refundObject(refund, session))
      await send('refund.failed', refundObject(refund, session))
    },

    /** As Stripe does after a day or more. */
    forgetKeys: () => refunds.clear(),

    /** The bank opens a dispute (`needs_response`), or has decided it (`won`, `lost`). */
    async dispute(
      session: DemoSession,
      { id, status }: { id: string; status: string },
    ): Promise<void> {
      const { intentId: payment_intent, amount, currency } = session
      const type = status === 'won' || status === 'lost' ? 'closed' : 'created'
      await send(`charge.dispute.${type}`, {
        id,
        object: 'dispute',
        payment_intent,
        amount,
        currency,
        status,
      })
    },

    close: () => closing.abort(),
  }
}

/** The receiver of the events, and the shared secret. */
export type Receiver = { url: string; secret: string }

/** An event as Stripe sends it (https://docs.stripe.com/api/events/object). */
export function makeEvent(type: string, object: object, created = Math.floor(Date.now() / 1_000)) {
  const id = `evt_demo_${randomBytes(12).toString('hex')}`
  return {
    id,
    object: 'event',
    api_version: 'demo',
    created,
    livemode: false,
    type,
    data: { object },
  }
}

/** The signature header of a Stripe event (https://docs.stripe.com/webhooks/signature). */
function signatureOf(
  body: string,
  secret: string,
  seconds = Math.floor(Date.now() / 1_000),
): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Posts a signed event. Returns the status; 0: no answer. */
export async function postEvent(
  event: object,
  { url, secret }: Receiver,
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signatureOf(body, secret),
  }
  const response = await fetch(url, { method: 'POST', body, headers, signal }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}
