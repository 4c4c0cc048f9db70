import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#web/admin/admin-section.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { CostPricesView } from '../contract.ts'
import { Budgets } from './budgets.tsx'
import { formatMicros } from './cost-formats.ts'
import { costPricesQuery } from './costs-query.ts'
import { Margins } from './margins.tsx'
import { PriceList } from './price-list.tsx'
import { Reconciliation } from './reconciliation.tsx'

/** What jobs cost: margins, budgets, prices of providers, and the comparison with their bills. */
export function CostsTab() {
  const may = usePermissions()
  const prices = useQuery(costPricesQuery)
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-3">
        <p className="max-w-prose text-quiet">{m.admin_costs_text()}</p>
        {prices.data && <Warnings view={prices.data} />}
      </div>
      <Margins />
      <QueryResult query={prices}>
        {(view) => (
          <>
            <Budgets view={view} canChange={may('settings.change')} />
            <PriceList view={view} canChange={may('costs.change')} />
            <Reconciliation view={view} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

function Warnings({ view: { budgets, losses, currency } }: { view: CostPricesView }) {
  const stopped = budgets.filter(({ is_stopped }) => is_stopped)
  return (
    <>
      {stopped.map(({ provider }) => (
        <Notice key={provider} tone="bad">
          {m.admin_cost_stopped({ provider })}
        </Notice>
      ))}
      {losses.length > 0 && (
        <Notice tone="warn" title={m.admin_cost_losses()}>
          <ul>
            {losses.map(({ model, provider, worth, cost }) => (
              <li key={`${model} ${provider}`}>
                {m.admin_cost_loss({
                  ...{ model, provider },
                  worth: formatMicros(worth, currency, 6),
                  cost: formatMicros(cost, currency, 6),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
