import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice, formatUsed } from './format-price.ts'

/** One line of a receipt. */
export type ReceiptLine = { name: string; value: string; isTotal?: boolean }

/** The cost and the duration of a generation, as far as they are known. */
export type Receipt = {
  /** The refund, where the sums do not show it. */
  verdict: { text: string; tone: 'good' | 'warn' } | undefined
  money: ReceiptLine[]
  /** Why credits were refunded. */
  why: string | undefined
  /** When they were: ISO 8601. */
  refundedAt: string | undefined
  times: ReceiptLine[]
}

/** The receipt of a generation: quoted, charged, refunded and why, its waiting and running time. */
export function buildReceipt(generation: GenerationView): Receipt {
  const { refunded_at, credits_refunded } = generation
  return {
    verdict: verdictOf(generation),
    money: moneyOf(generation),
    why: credits_refunded > 0 ? whyOf(generation) : undefined,
    refundedAt: refunded_at ?? undefined,
    times: [...timesOf(generation), ...providerOf(generation)],
  }
}

function verdictOf({
  status,
  credits_charged,
  credits_refunded,
}: GenerationView): Receipt['verdict'] {
  if (status !== 'failed') return undefined
  return credits_refunded >= credits_charged
    ? { text: m.receipt_not_charged(), tone: 'good' }
    : { text: m.receipt_not_back(), tone: 'warn' }
}

/**
 * The quote is what is charged: the server charges exactly the price that the form shows
 * (docs/spec/money.md#prices). Where it was the most, what was used decides what is kept.
 */
function moneyOf({
  credits_charged: charged,
  credits_refunded: refunded,
  used,
}: GenerationView): ReceiptLine[] {
  const quoted = { credits: charged, isMost: used !== null }
  return [
    {
      name: m.receipt_quoted(),
      value: m.receipt_credits({ count: charged, credits: formatPrice(quoted) }),
    },
    { name: m.receipt_charged(), value: credits(charged) },
    ...(used ? [{ name: m.receipt_used(), value: formatUsed(used) }] : []),
    ...(refunded > 0 ? [{ name: m.receipt_refunded(), value: `−${credits(refunded)}` }] : []),
    { name: m.receipt_paid(), value: credits(charged - refunded), isTotal: true },
  ]
}

function whyOf({
  status,
  refund_reason,
  number_of_images,
  images,
  used,
}: GenerationView): string | undefined {
  const missing = number_of_images - images.length
  if (status === 'partial' && missing > 0) {
    return m.receipt_missing({ count: missing, shown: missing, asked: number_of_images })
  }
  return refund_reason ?? (used ? m.receipt_unused() : undefined)
}

function timesOf(generation: GenerationView): ReceiptLine[] {
  const { queue_ms, run_ms, created_at, completed_at } = generation
  const isSplit = queue_ms !== null && (run_ms !== null || isOpen(generation))
  if (!isSplit && completed_at === null) return []
  if (!isSplit && completed_at !== null) {
    return [
      {
        name: m.receipt_took(),
        value: formatElapsed(Date.parse(completed_at) - Date.parse(created_at)),
      },
    ]
  }
  return [
    ...(queue_ms === null ? [] : [{ name: m.receipt_queue(), value: formatElapsed(queue_ms) }]),
    ...(run_ms === null ? [] : [{ name: m.receipt_run(), value: formatElapsed(run_ms) }]),
  ]
}

function providerOf({ provider }: GenerationView): ReceiptLine[] {
  return provider === null ? [] : [{ name: m.receipt_provider(), value: provider }]
}

function credits(count: number): string {
  return m.receipt_credits({ count, credits: formatNumber(count) })
}
