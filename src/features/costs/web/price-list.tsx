import { useState } from 'react'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { Section } from '#web/admin/admin-section.tsx'
import { readTexts } from '#web/admin/number-fields.tsx'
import { Select } from '#web/admin/setting-inputs.tsx'
import { Table } from '#web/admin/table.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { CostPricesView, ImportedPrices, PriceView } from '../contract.ts'
import { costUnits } from '../cost-rules.ts'
import { formatMicros, unitTexts } from './cost-formats.ts'
import { FileField } from './file-field.tsx'

type PriceListProps = { view: CostPricesView; canChange: boolean }

/** What providers charge, with ways to import and to change it. */
export function PriceList({ view, canChange }: PriceListProps) {
  const title = m.admin_cost_prices()
  const buttons = (
    <div className="flex flex-wrap gap-2">
      <ImportPrices />
      <SetPrice />
    </div>
  )
  return (
    <Section title={title} aside={canChange && buttons}>
      {view.prices.length === 0 && (
        <p className="max-w-prose text-quiet">{m.admin_cost_prices_none()}</p>
      )}
      {view.prices.length > 0 && <PriceTable view={view} canChange={canChange} />}
    </Section>
  )
}

function PriceTable({ view: { prices, currency }, canChange }: PriceListProps) {
  const columns = [
    { name: m.admin_cost_provider() },
    { name: m.admin_cost_endpoint() },
    { name: m.admin_cost_price(), isNumber: true },
    { name: m.admin_cost_unit() },
    { name: m.admin_cost_since() },
    { name: m.admin_cost_change() },
  ]
  const rows = prices.map((price) => ({
    key: `${price.provider} ${price.endpoint}`,
    cells: [
      price.provider,
      price.endpoint,
      formatMicros(price.micros, currency, 6),
      unitTexts[price.unit](),
      formatDateTime(price.since),
      canChange && <DeletePrice key="delete" price={price} />,
    ],
  }))
  return <Table label={m.admin_cost_prices()} columns={columns} rows={rows} />
}

function ImportPrices() {
  const [file, setFile] = useState('')
  const outcome = ({ added, changed, unchanged, skipped }: ImportedPrices) => {
    const left = Object.values(skipped).reduce((sum, count) => sum + count, 0)
    const text = m.admin_cost_imported({ added, changed, unchanged, skipped: left })
    return { text, tone: 'good' as const }
  }
  return (
    <ActionButton
      act={{
        title: m.admin_cost_import(),
        text: m.admin_cost_import_text(),
        path: '/api/admin/costs/prices/import',
        body: (form) => (file === '' ? null : { ...readTexts(form, ['provider']), file }),
        outcome,
        fields: (
          <>
            <FileField
              label={m.admin_cost_file()}
              hint={m.admin_cost_file_hint()}
              onFile={setFile}
            />
            <Field label={m.admin_cost_provider()} hint={m.admin_cost_provider_hint()}>
              {(control) => (
                <Input {...control} name="provider" defaultValue="fal" autoComplete="off" />
              )}
            </Field>
          </>
        ),
      }}
    />
  )
}

function SetPrice() {
  return (
    <ActionButton
      act={{
        title: m.admin_cost_set(),
        path: '/api/admin/costs/prices',
        body: (form) => ({
          ...readTexts(form, ['provider', 'endpoint', 'unit']),
          amount: Number(String(form.get('amount') ?? '').trim() || Number.NaN),
        }),
        fields: (
          <>
            <Field label={m.admin_cost_provider()}>
              {(control) => (
                <Input {...control} name="provider" defaultValue="fal" autoComplete="off" />
              )}
            </Field>
            <Field label={m.admin_cost_endpoint()} hint={m.admin_cost_endpoint_hint()}>
              {(control) => <Input {...control} name="endpoint" autoComplete="off" />}
            </Field>
            <Field label={m.admin_cost_unit()}>
              {(control) => (
                <Select
                  control={control}
                  name="unit"
                  value="image"
                  options={costUnits.map((value) => ({ value, label: unitTexts[value]() }))}
                />
              )}
            </Field>
            <Field label={m.admin_cost_price()} hint={m.admin_cost_price_hint()}>
              {(control) => <Input {...control} name="amount" inputMode="decimal" />}
            </Field>
          </>
        ),
      }}
    />
  )
}

function DeletePrice({ price: { provider, endpoint } }: { price: PriceView }) {
  return (
    <ActionButton
      size="small"
      act={{
        title: m.admin_cost_delete(),
        name: m.admin_cost_delete_name({ endpoint }),
        text: m.admin_cost_delete_text(),
        path: '/api/admin/costs/prices/delete',
        body: () => ({ provider, endpoint }),
        isDanger: true,
      }}
    />
  )
}
