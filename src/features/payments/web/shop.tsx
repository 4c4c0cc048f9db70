import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { accountQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { leftAddress, useLocation } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ErrorState, Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { PacksView } from '../contract.ts'
import { PackList, purchaseAction } from './pack-list.tsx'
import { packsQuery, useCheckout } from './payments.ts'

/** The packs on the page of prices, with the way to the checkout. */
export default function PacksOnSale({ isSuspended }: { isSuspended: boolean }) {
  const packs = useQuery(packsQuery)
  return (
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
      {packs.data && <Shop shop={packs.data} isSuspended={isSuspended} />}
    </div>
  )
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
