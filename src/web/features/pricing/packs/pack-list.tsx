import type { Kind } from '#catalogue/kind.ts'
import type { PriceOverrides } from '#catalogue/pricing/price.ts'
import type { PacksView } from '#contract/payments.ts'
import { piecesFor } from '#domain/payments/what-it-buys.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'

type Pack = PacksView['packs'][number]

type PackListProps = {
  shop: PacksView
  overrides: PriceOverrides
  /** The pack whose checkout is being opened. */
  leavingFor: string | undefined
  onBuy: (pack: string) => void
}

/** The packs side by side; on a phone below each other. */
export function PackList({ shop, ...rest }: PackListProps) {
  const columns = shop.packs.length >= 3 ? 'md:grid-cols-3' : 'md:grid-cols-2'
  const [first] = shop.packs
  return (
    <ul className={`grid gap-3 ${columns}`}>
      {shop.packs.map((pack) => (
        <PackPanel
          key={pack.id}
          pack={pack}
          currency={shop.currency}
          saved={first ? savedPercent(first, pack) : 0}
          {...rest}
        />
      ))}
    </ul>
  )
}

/** How much less a credit costs than in another pack, in whole percents. */
function savedPercent(other: Pack, { credits, amount }: Pack): number {
  return Math.floor((1 - (amount * other.credits) / (other.amount * credits)) * 100)
}

type PackPanelProps = Omit<PackListProps, 'shop'> & { pack: Pack; currency: string; saved: number }

function PackPanel({ pack, currency, saved, overrides, leavingFor, onBuy }: PackPanelProps) {
  const price = formatMoney({ amount: pack.amount, currency })
  const name = m.pricing_pack({ credits: formatNumber(pack.credits) })
  return (
    <li className="flex flex-col rounded-panel border border-line bg-raised p-5">
      <h2 className="flex items-baseline justify-between gap-3">
        <span className="text-title tabular-nums">{name}</span>
        {saved > 0 && <span className="text-small text-quiet">{m.pricing_saved({ percent: saved })}</span>}
      </h2>
      <p className="mt-1 text-display tabular-nums">{price}</p>
      <p className="mt-4 text-small text-quiet">{m.pricing_enough_for()}</p>
      <ul className="mt-1 mb-5 flex flex-col gap-0.5">
        {lines.map(({ kind, text }) => {
          const pieces = piecesFor(kind, pack.credits, overrides)
          return (
            pieces > 0 && (
              <li key={kind} className="tabular-nums">
                {text({ count: formatNumber(pieces) })}
              </li>
            )
          )
        })}
      </ul>
      <Button
        size="large"
        className="mt-auto"
        busy={leavingFor === pack.id}
        aria-label={m.pricing_buy_of({ pack: name, price })}
        onClick={() => leavingFor === undefined && onBuy(pack.id)}
      >
        {leavingFor === pack.id ? m.pricing_leaving() : m.pricing_buy({ price })}
      </Button>
    </li>
  )
}

/** What a pack is weighed in; any one of them, not all together. */
const lines: { kind: Kind; text: (inputs: { count: string }) => string }[] = [
  { kind: 'image', text: m.pricing_pictures },
  { kind: 'video', text: m.pricing_clips },
  { kind: 'image-understanding', text: m.pricing_answers },
]
