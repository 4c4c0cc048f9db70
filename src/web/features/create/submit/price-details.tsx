import type { Kind } from '#catalogue/kinds.ts'
import type { Surcharge } from '#catalogue/model.ts'
import type { Price } from '#catalogue/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ChevronUp } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { formKinds } from '../create-kinds.ts'

const reasons: Record<Surcharge['reason'], () => string> = {
  frames: m.create_price_frames,
  steps: m.create_price_steps,
  interpolation: m.create_price_interpolation,
}

/** `tier`: the catalogue's name of the price. */
type PriceDetailsProps = { kind: Kind; tier: string; price: Price; balance: number | undefined }

/** The parts of the price, like a receipt, behind a small button beside the submit button. */
export function PriceDetails({ kind, tier, price, balance }: PriceDetailsProps) {
  const { unit, quantity } = formKinds[kind]
  return (
    <Popover
      label={m.create_price_how()}
      side="above"
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={m.create_price_how()}
          data-tip={m.create_price_how()}
          className={`${buttonStyle({ variant: 'primary', size: 'large' })} ml-px rounded-l-none !px-2.5`}
        >
          <ChevronUp size={16} aria-hidden />
        </button>
      )}
    >
      <dl className="w-64 px-2 py-1.5 tabular-nums">
        <Line name={unit(/^\d+p$/.test(tier) ? tier : undefined)} amount={price.base} />
        {price.quantity !== 1 && <Line name={quantity()} amount={`× ${price.quantity}`} />}
        {price.surcharges.map(({ reason, percent }) => (
          <Line key={reason} name={reasons[reason]()} amount={`× ${percent / 100}`} />
        ))}
        <Line name={m.create_price_total()} amount={price.credits} isTotal />
        {balance !== undefined && balance >= price.credits && (
          <Line name={m.create_price_after()} amount={balance - price.credits} />
        )}
      </dl>
      <p className="max-w-64 px-2 pb-1.5 text-small text-quiet">{m.create_price_note()}</p>
    </Popover>
  )
}

function Line({
  name,
  amount,
  isTotal = false,
}: {
  name: string
  amount: number | string
  isTotal?: boolean
}) {
  const look = isTotal ? 'mt-1.5 border-t border-line pt-2 pb-0.5 font-semibold' : 'py-0.5'
  return (
    <div className={`flex justify-between gap-4 ${look}`}>
      <dt>{name}</dt>
      <dd>{typeof amount === 'number' ? formatNumber(amount) : amount}</dd>
    </div>
  )
}
