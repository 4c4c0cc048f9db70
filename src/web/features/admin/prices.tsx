import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { pricesQuery } from './admin-query.ts'
import { QueryResult } from './admin-section.tsx'
import { tierText } from './admin-texts.ts'
import { Table } from './table.tsx'

const units = { image: m.admin_price_image, job: m.admin_price_job }

/** All current prices, with the operator's own ones marked. */
export function PricesTab() {
  const columns = [
    { name: m.admin_model() },
    { name: m.admin_tier() },
    { name: m.admin_price(), isNumber: true },
  ]
  return (
    <QueryResult query={useQuery(pricesQuery)}>
      {({ prices, unknown }) => (
        <div className="flex flex-col gap-4">
          <p className="text-quiet">{m.admin_prices_text()}</p>
          {unknown.length > 0 && (
            <Notice tone="warn">{m.admin_prices_unknown({ names: unknown.join(', ') })}</Notice>
          )}
          <Table
            label={m.admin_tab_prices()}
            columns={columns}
            rows={prices.flatMap(({ model, name, generation_type, unit, tiers }) =>
              tiers.map(({ tier, credits, base }) => ({
                key: `${model} ${generation_type} ${tier}`,
                cells: [
                  <span key="name">
                    {name} <span className="text-small text-quiet">{generation_type}</span>
                  </span>,
                  tierText(tier),
                  <span key="price">
                    {base !== null && (
                      <span className="text-small text-accent">
                        {m.admin_price_instead({ base: formatNumber(base) })}{' '}
                      </span>
                    )}
                    {formatNumber(credits)}{' '}
                    <span className="text-small text-quiet">{units[unit]()}</span>
                  </span>,
                ],
              })),
            )}
          />
        </div>
      )}
    </QueryResult>
  )
}
