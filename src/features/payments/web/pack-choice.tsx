import { useQuery } from '@tanstack/react-query'
import { errorText } from '#web/lib/error-text.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { packsQuery, useCheckout } from './payments.ts'

export { usePacks } from './payments.ts'

type PackChoiceProps = {
  /** The required credits; nothing is shown when that is unknown. */
  missing: number | undefined
  returnTo: string
}

/** The packs in a few lines; the smallest sufficient one is highlighted. */
export function PackChoice({ missing, returnTo }: PackChoiceProps) {
  const { data: shop } = useQuery(packsQuery)
  const { begin, leavingFor } = useCheckout({
    onRefused: (error) =>
      toast(errorText(error, m.pricing_no_answer()), {
        tone: 'bad',
        description: m.pricing_nothing_charged(),
      }),
  })
  if (!shop) return null
  const enough = shop.packs.find(({ credits }) => credits >= (missing ?? 0)) ?? shop.packs.at(-1)
  return (
    <div>
      <ul aria-label={m.upgrade_packs()} className="flex flex-col">
        {shop.packs.map((pack) => {
          const name = m.pricing_pack({ credits: formatNumber(pack.credits) })
          const price = formatMoney({ amount: pack.amount, currency: shop.currency })
          return (
            <li
              key={pack.id}
              className="flex items-center gap-3 border-t border-line py-2 last:border-b"
            >
              <span className="flex min-w-0 flex-1 flex-col tabular-nums">
                {name}
                {missing !== undefined && pack === enough && pack.credits >= missing && (
                  <span className="text-small text-quiet">{m.upgrade_enough()}</span>
                )}
              </span>
              <Button
                variant={pack === enough ? 'primary' : 'plain'}
                busy={leavingFor === pack.id}
                {...(leavingFor !== pack.id && {
                  'aria-label': m.pricing_buy_of({ pack: name, price }),
                })}
                onClick={() => leavingFor === undefined && begin({ pack: pack.id, returnTo })}
              >
                {leavingFor === pack.id ? m.pricing_leaving() : m.pricing_buy({ price })}
              </Button>
            </li>
          )
        })}
      </ul>
      {shop.is_simulated && <p className="mt-3 text-small text-quiet">{m.pricing_demo()}</p>}
    </div>
  )
}
