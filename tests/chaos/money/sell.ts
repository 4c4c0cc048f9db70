import { setTimeout as delay } from 'node:timers/promises'
import type { CheckoutSimulator } from '@atelier/demo-world/checkout-simulator'
import type { Findings } from '../checks/violation.ts'
import type { Account } from '../load/create.ts'
import type { Http } from '../load/http.ts'
import type { PlannedSale } from '../plan/plan-money.ts'
import { eventOf, type Sold, signatureOf } from './events.ts'

/**
 * `sold`: what was ordered, as soon as there is a checkout; `isReported`: everything of it was
 * taken.
 */
export type SaleRecord = {
  plan: PlannedSale
  account: Account
  sold: Sold | null
  isReported: boolean
}

/** `checkoutSimulator`: what stands in for Stripe's API. */
export type Shop = {
  http: Http
  webs: string[]
  checkoutSimulator: CheckoutSimulator
  findings: Findings
}

const pause = 250
const giveUpAfter = 180_000

/**
 * Begins a checkout and sends its events, as often and in the order that was planned, until the
 * server has accepted all of them.
 */
export async function sell(shop: Shop, record: SaleRecord): Promise<void> {
  const { plan } = record
  const sold = await order(shop, record)
  if (!sold) return
  record.sold = sold
  const events = plan.reports.map((report, number) => eventOf(sold, report, number))
  if (plan.forge) await forge(shop, events[0] ?? {})

  const rounds = plan.again ? [plan.order, plan.order] : [plan.order]
  const taken: boolean[] = []
  for (const { report, copies } of rounds.flat()) {
    const send = () => deliver(shop, events[report] ?? {}, report)
    taken.push(...(await Promise.all(Array.from({ length: copies }, send))))
  }
  record.isReported = taken.every(Boolean)
}

async function order(shop: Shop, { plan, account }: SaleRecord): Promise<Sold | null> {
  const packs = await sendUntilAnswered(shop, plan.number, (url) => ({
    method: 'GET',
    url: `${url}/api/payments/packs`,
    what: 'packs',
  }))
  const offered = (packs?.body.packs ?? []) as { id: string }[]
  const pack = offered[plan.pack % Math.max(1, offered.length)]?.id
  const answer = await sendUntilAnswered(shop, plan.number, (url) => ({
    ...{ method: 'POST', url: `${url}/api/payments/checkout`, what: 'checkout', key: account.key },
    body: { pack, return_to: '/' },
  }))
  const checkoutId = String(answer?.body.checkout_url).split('/').at(-1) ?? ''
  const session = shop.checkoutSimulator.find(checkoutId)
  if (!session) return null
  const { amount, currency, metadata, reference, intentId } = session
  const named = {
    paymentId: reference ?? '',
    accountId: metadata.account_id ?? '',
    pack: metadata.pack ?? '',
  }
  return {
    checkoutId,
    intentId,
    bought: { ...named, amount, currency, credits: Number(metadata.credits) },
  }
}

type Request = Parameters<Http['send']>[0]

/** Sends a request to one web process after the other until one answers. */
async function sendUntilAnswered(
  { http, webs }: Shop,
  number: number,
  request: (url: string) => Request,
) {
  const deadline = Date.now() + giveUpAfter
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const answer = await http.send(request(webs[(number + attempt) % webs.length] ?? ''))
    if (!('lost' in answer) && answer.status !== 503) return answer
    await delay(pause)
  }
  return null
}

/** Sends an event until it was taken, as the payment provider does. Answers whether it was. */
async function deliver(shop: Shop, event: object, number: number): Promise<boolean> {
  const answer = await sendUntilAnswered(shop, number, (url) =>
    payment(url, event, signatureOf(event)),
  )
  const broken =
    answer?.status === 200 ? [] : [{ detail: `${answer?.status} to ${JSON.stringify(event)}` }]
  shop.findings.note('every signed payment event is taken in the end', 1, broken)
  return answer?.status === 200
}

/** Says that it was paid, to the right address, with everything but the right signature. */
async function forge(shop: Shop, event: object): Promise<void> {
  const old = Math.floor(Date.now() / 1_000) - 3_600
  const forged: [string, string][] = [
    ['unsigned', ''],
    ['signed with another secret', signatureOf(event, 'whsec_of_somebody')],
    ['signed long ago', signatureOf(event, undefined, old)],
    ['signed for another body', signatureOf({ ...event, id: 'evt_other' })],
  ]
  for (const [what, signature] of forged) {
    const answer = await shop.http.send(payment(shop.webs[0] ?? '', event, signature))
    const broken =
      !('lost' in answer) && answer.status === 200 ? [{ detail: `${what} was taken` }] : []
    shop.findings.note('forged payment events are refused', 1, broken)
  }
}

function payment(url: string, body: object, signature: string): Request {
  const headers = { 'stripe-signature': signature }
  return {
    method: 'POST',
    url: `${url}/api/payments/webhook`,
    what: 'payment event',
    body,
    headers,
  }
}
