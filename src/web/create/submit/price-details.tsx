import type { Surcharge } from '#core/models/rules/model.ts'
import type { Price } from '#core/models/rules/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ChevronUp } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { type FormOf, formTexts } from '../create-kinds.ts'

const reasons: Record<Surcharge['reason'], () => string> = {
  frames: m.create_price_frames,
  steps: m.create_price_steps,
  interpolation: m.create_price_interpolation,
  length: m.create_price_length,
}

/** `tier`: the catalogue's name of the price. */
type PriceDetailsProps = { form: FormOf; tier: string; price: Price; balance: number | undefined }

/** The parts of the price, like a receipt, behind a small button beside the submit button. */
export function PriceDetails({ form, tier, price, balance }: PriceDetailsProps) {
  const isFree = useIsFree()
  const name = isFree ? m.create_free_how() : m.create_price_how()
  return (
    <Popover
      label={name}
      side="above"
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={name}
          data-tip={name}
          className={`${buttonStyle({ variant: 'primary', size: 'large' })} ml-px rounded-l-none !px-2.5`}
        >
          <ChevronUp size={16} aria-hidden />
        </button>
      )}
    >
      <dl className="w-64 px-2 py-1.5 tabular-nums">
        <PriceLines form={form} tier={tier} price={price} />
        {balance !== undefined && balance >= price.credits && (
          <Line
            name={isFree ? m.create_free_after() : m.create_price_after()}
            amount={balance - price.credits}
          />
        )}
      </dl>
      <p className="max-w-64 px-2 pb-1.5 text-small text-quiet">
        {isFree ? m.create_free_note() : m.create_price_note()}
        {price.isMost && ` ${m.create_price_most_note()}`}
      </p>
    </Popover>
  )
}

/** The unit's price, what it is multiplied by, and the total. */
export function PriceLines({ form, tier, price }: Omit<PriceDetailsProps, 'balance'>) {
  const { unit, quantity } = formTexts(form)
  return (
    <>
      <Line name={unit(/^\d+p$/.test(tier) ? tier : undefined)} amount={price.base} />
      {price.quantity !== 1 && <Line name={quantity()} amount={`× ${price.quantity}`} />}
      {price.surcharges.map(({ reason, percent }) => (
        <Line key={reason} name={reasons[reason]()} amount={`× ${percent / 100}`} />
      ))}
      <Line
        name={price.isMost ? m.create_price_most() : m.create_price_total()}
        amount={price.credits}
        isTotal
      />
    </>
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
