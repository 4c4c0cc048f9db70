import { piecesFor } from '#core/credits/credit-pack-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Prices } from '#core/models/rules/price.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useResumedAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import type { PacksView } from '../contract.ts'

type Pack = PacksView['packs'][number]

type PackListProps = {
  shop: PacksView
  prices: Prices
  /** The pack whose checkout is being opened. */
  leavingFor: string | undefined
  /** Whether there is a session; `undefined` while that is not known. */
  canBuy: boolean | undefined
  /** Without it nothing can be bought: the account is suspended. */
  onBuy: ((pack: string) => void) | undefined
}

/** The action that is resumed after a sign-in. */
export const purchaseAction = (pack: string) => `buy ${pack}`

/** The packs side by side, the middle one recommended; on a phone below each other. */
export function PackList({ shop, ...rest }: PackListProps) {
  const [first] = shop.packs
  const recommended = shop.packs[Math.floor(shop.packs.length / 2)]
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-0">
      {shop.packs.map((pack) => (
        <PackPanel
          key={pack.id}
          pack={pack}
          currency={shop.currency}
          saved={first ? savedPercent(first, pack) : 0}
          isRecommended={pack === recommended && shop.packs.length > 1}
          hasAccent={pack === recommended}
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

type PackPanelProps = Omit<PackListProps, 'shop'> & {
  pack: Pack
  currency: string
  saved: number
  isRecommended: boolean
  hasAccent: boolean
}

function PackPanel({
  pack,
  currency,
  saved,
  isRecommended,
  hasAccent,
  prices,
  leavingFor,
  canBuy,
  onBuy,
}: PackPanelProps) {
  useResumedAction(purchaseAction(pack.id), onBuy && canBuy, () => onBuy?.(pack.id))
  const price = formatMoney({ amount: pack.amount, currency })
  const name = m.pricing_pack({ credits: formatNumber(pack.credits) })
  return (
    // Its rows are aligned with the other packs' (subgrid): a line break in one pack keeps the
    // others aligned.
    <li className="relative row-span-5 mb-3 grid grid-rows-subgrid rounded-panel border border-line bg-raised p-5">
      <h2 className="text-title tabular-nums">{name}</h2>
      {isRecommended && (
        <p className="absolute -top-2.5 left-4 flex rounded-[5px] bg-ground">
          <Badge tone="accent">{m.pricing_recommended()}</Badge>
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="text-display tabular-nums">{price}</span>
        {saved > 0 && (
          <span className="text-small text-quiet">{m.pricing_saved({ percent: saved })}</span>
        )}
      </p>
      <p className="mt-4 text-small text-quiet">{m.pricing_enough_for()}</p>
      <ul className="mt-1 mb-5 flex flex-col gap-0.5">
        {packExamples.map(({ kind, text }) => {
          const pieces = piecesFor(kind, pack.credits, prices)
          return (
            pieces > 0 && (
              <li key={kind} className="tabular-nums">
                {text({ count: pieces, shown: formatNumber(pieces) })}
              </li>
            )
          )
        })}
      </ul>
      {onBuy && (
        <Button
          size="large"
          variant={hasAccent ? 'primary' : 'plain'}
          busy={leavingFor === pack.id}
          {...(leavingFor !== pack.id && { 'aria-label': m.pricing_buy_of({ pack: name, price }) })}
          onClick={() => leavingFor === undefined && onBuy(pack.id)}
        >
          {leavingFor === pack.id ? m.pricing_leaving() : m.pricing_buy({ price })}
        </Button>
      )}
    </li>
  )
}

/** The units of a pack; one of them, not all together. */
const packExamples: { kind: Kind; text: (inputs: { count: number; shown: string }) => string }[] = [
  { kind: 'image', text: m.pricing_images },
  { kind: 'video', text: m.pricing_clips },
  { kind: 'image-understanding', text: m.pricing_answers },
]
