import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { accountQuery, limitsQuery } from '#web/lib/account.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { settingsQuery, useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { SuspensionNotice } from '#web/shared/suspension-notice.tsx'
import { allowanceText } from '#web/shared/texts.ts'
import { usePacks } from './pack-choice.ts'
import { PriceTable } from './price-table.tsx'

const FeatureLinks = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/pricing-link.tsx', {
    eager: true,
    import: 'default',
  }),
)

const FeatureShops = featureParts(
  import.meta.glob<ComponentType<{ isSuspended: boolean }>>('/src/features/*/web/shop.tsx', {
    eager: true,
    import: 'default',
  }),
)

/** The prices of credits, where they are sold, and the prices of the models. */
export function PricingPage({ title }: { title: string }) {
  const { data: account } = useQuery(accountQuery)
  const isFree = useIsFree()
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8 md:pt-10">
      <h1 className="text-display">{title}</h1>
      <p className="mt-2 max-w-prose text-prompt text-quiet">
        {isFree ? m.pricing_free_intro() : m.pricing_intro()}
      </p>
      {isFree && account && <FreeAllowance />}
      {account && <Balance credits={account.credits.left_credits} owed={account.owed} />}
      <FeatureLinks />
      {account?.is_suspended && (
        <div className="mt-6">
          <SuspensionNotice account={account} />
        </div>
      )}
      {!isFree && <FeatureShops isSuspended={account?.is_suspended ?? false} />}
      <Prices />
    </div>
  )
}

/** Which allowance the account gets in free mode, and when. */
function FreeAllowance() {
  const { data: limits } = useQuery(limitsQuery)
  if (!limits) return null
  const { allowance } = limits
  return (
    <p className="mt-2 text-quiet">
      {allowance
        ? m.pricing_free_allowance({
            allowance: allowanceText(allowance),
            date: formatDateTime(allowance.renews_at),
          })
        : m.pricing_free_none()}
    </p>
  )
}

function Balance({ credits, owed }: { credits: number; owed: number }) {
  return (
    <p className="mt-2 text-quiet tabular-nums">
      {m.pricing_you_have({ credits: formatNumber(credits) })}
      {owed > 0 && ` ${m.pricing_you_owe({ credits: formatNumber(owed) })}`}
    </p>
  )
}

function Prices() {
  const packs = usePacks()
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) return null
  const { prices, free_mode: isFree } = settings
  return <PriceTable packs={isFree ? [] : packs} prices={prices} isFree={isFree} />
}
