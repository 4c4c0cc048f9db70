import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { cataloguePrices } from '#catalogue/price.ts'
import type { PacksView } from '#contract/payments/payments.ts'
import { accountQuery, limitsQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { leftAddress, useLocation } from '#web/lib/navigation/location.ts'
import { packsQuery, useCheckout } from '#web/lib/payments.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { settingsQuery, useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { SuspensionNotice } from '#web/shared/suspension-notice.tsx'
import { allowanceText } from '#web/shared/texts.ts'
import { ErrorState, Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PackList, purchaseAction } from './pack-list.tsx'
import { PriceTable } from './price-table.tsx'

const FeatureLinks = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/pricing-link.tsx', {
    eager: true,
    import: 'default',
  }),
)

/** The prices of credits, the prices of the models, and a link to the checkout. */
export function PricingPage({ title }: { title: string }) {
  const packs = useQuery(packsQuery)
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
      {!isFree && (
        <div className="mt-8">
          {packs.isError && (
            <ErrorState
              title={m.pricing_failed()}
              retry={{
                label: m.pricing_again(),
                onRetry: () => void packs.refetch(),
                busy: packs.isFetching,
              }}
            />
          )}
          {packs.isPending && <div className="h-72" aria-hidden />}
          {packs.data && <Shop shop={packs.data} isSuspended={account?.is_suspended ?? false} />}
        </div>
      )}
      <Prices packs={packs.data?.packs ?? []} />
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

function Prices({ packs }: { packs: PacksView['packs'] }) {
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) return null
  const { prices, free_mode: isFree } = settings
  return <PriceTable packs={isFree ? [] : packs} prices={prices} isFree={isFree} />
}

function Shop({ shop, isSuspended }: { shop: PacksView; isSuspended: boolean }) {
  const { data: settings } = useQuery(settingsQuery)
  const { buy, leavingFor, canBuy } = usePurchase()
  if (!shop.is_available) {
    return (
      <Notice title={m.pricing_not_set_up()}>
        <p>{m.pricing_not_set_up_hint()}</p>
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {shop.is_simulated && (
        <Notice title={m.pricing_demo()}>
          <p>{m.pricing_demo_hint()}</p>
        </Notice>
      )}
      <PackList
        shop={shop}
        prices={settings?.prices ?? cataloguePrices}
        leavingFor={leavingFor}
        canBuy={canBuy}
        onBuy={isSuspended ? undefined : buy}
      />
    </div>
  )
}

/**
 * Buying needs an account: after a sign-in the user returns to this page, and the purchase is
 * resumed automatically.
 */
function usePurchase() {
  const { query } = useLocation()
  const { data: account } = useQuery(accountQuery)
  const [returnTo] = useState(() => query.return_to ?? leftAddress() ?? '/')
  const { begin, leavingFor } = useCheckout({
    onRefused: (error) =>
      toast(errorText(error, m.pricing_no_answer()), {
        tone: 'bad',
        description: m.pricing_nothing_charged(),
      }),
  })

  const buy = (pack: string) => {
    if (account !== null) return begin({ pack, returnTo })
    const back = `${location.pathname}?${new URLSearchParams({ return_to: returnTo })}`
    askToSignIn({
      description: m.pricing_sign_in(),
      returnTo: back,
      resumedAction: purchaseAction(pack),
    })
  }
  return { buy, leavingFor, canBuy: account === undefined ? undefined : account !== null }
}
