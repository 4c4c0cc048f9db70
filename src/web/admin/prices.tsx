import { useQuery } from '@tanstack/react-query'
import type { PriceLineView, PricesView } from '#core/admin/studio-contract.ts'
import type { AdminSettingsView } from '#core/settings/contract/admin-settings.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { ActionButton } from './action-dialog.tsx'
import { pricesQuery, settingsQuery } from './admin-query.ts'
import { QueryResult } from './admin-section.tsx'
import { tierText } from './admin-texts.ts'
import { changePrice } from './price-overrides.ts'
import { Table } from './table.tsx'
import { usePermissions } from './use-permission.ts'

const units = { image: m.admin_price_image, job: m.admin_price_job }

type Tier = PriceLineView['tiers'][number]

/** All current prices, with the operator's own ones marked, each with a button to change it. */
export function PricesTab() {
  const may = usePermissions()
  const settings = useQuery({ ...settingsQuery, enabled: may('settings.change') }).data
  return (
    <QueryResult query={useQuery(pricesQuery)}>
      {(view) => (
        <div className="flex flex-col gap-4">
          <p className="text-quiet">
            {isFixed(settings) ? m.admin_prices_fixed() : m.admin_prices_text()}
          </p>
          {view.unknown.length > 0 && (
            <Notice tone="warn">
              {m.admin_prices_unknown({ names: view.unknown.join(', ') })}
            </Notice>
          )}
          <PriceTable view={view} settings={isFixed(settings) ? undefined : settings} />
        </div>
      )}
    </QueryResult>
  )
}

/** Whether the configuration sets the prices, which then nothing here can change. */
function isFixed(settings: AdminSettingsView | undefined): boolean {
  const source = settings?.sources.model_prices
  return source === 'environment' || source === 'file'
}

type PriceTableProps = { view: PricesView; settings: AdminSettingsView | undefined }

function PriceTable({ view: { prices }, settings }: PriceTableProps) {
  const columns = [
    { name: m.admin_model() },
    { name: m.admin_tier() },
    { name: m.admin_price(), isNumber: true },
    ...(settings ? [{ name: m.admin_price_change(), isNumber: true }] : []),
  ]
  const rows = prices.flatMap((line) =>
    line.tiers.map((tier) => ({
      key: `${line.model} ${line.generation_type} ${tier.tier}`,
      cells: [
        <span key="name">
          {line.name} <span className="text-small text-quiet">{line.generation_type}</span>
        </span>,
        tierText(tier.tier),
        <Price key="price" tier={tier} unit={line.unit} />,
        settings && <ChangePrice key="change" {...{ line, tier, prices, settings }} />,
      ],
    })),
  )
  return <Table label={m.admin_tab_prices()} columns={columns} rows={rows} />
}

function Price({ tier: { credits, base }, unit }: { tier: Tier; unit: PriceLineView['unit'] }) {
  return (
    <span>
      {base !== null && (
        <span className="text-small text-accent">
          {m.admin_price_instead({ base: formatNumber(base) })}{' '}
        </span>
      )}
      {formatNumber(credits)} <span className="text-small text-quiet">{units[unit]()}</span>
    </span>
  )
}

type ChangePriceProps = {
  line: PriceLineView
  tier: Tier
  prices: readonly PriceLineView[]
  settings: AdminSettingsView
}

function ChangePrice({ line: { model, name }, tier, prices, settings }: ChangePriceProps) {
  const { settings: values, revision } = settings
  // One name in the setting counts for every kind of generation that has this id.
  const tiers = prices
    .filter((one) => one.model === model)
    .flatMap((one) => one.tiers.map((each) => each.tier))
  const full = tiers.length > 1 ? `${name}, ${tierText(tier.tier)}` : name
  return (
    <ActionButton
      size="small"
      act={{
        title: m.admin_price_change(),
        name: m.admin_price_change_name({ name: full }),
        method: 'PATCH',
        path: '/api/admin/settings',
        fields: (
          <Field label={m.admin_price_own()} hint={m.admin_price_own_hint()}>
            {(control) => (
              <Input {...control} name="credits" inputMode="numeric" defaultValue={tier.credits} />
            )}
          </Field>
        ),
        body: (form) => {
          const given = String(form.get('credits') ?? '').trim()
          const change = { model, tiers, tier: tier.tier, credits: given ? Number(given) : null }
          return { set: { model_prices: changePrice(values.model_prices, change) }, revision }
        },
      }}
    />
  )
}
