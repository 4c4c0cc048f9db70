import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { settingsQuery } from '#web/admin/admin-query.ts'
import { Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ToneText } from '#web/ui/feedback/notices.tsx'
import type { CostPricesView } from '../contract.ts'
import { formatMicros } from './cost-formats.ts'

type BudgetsProps = { view: CostPricesView; canChange: boolean }

/** What providers cost today, their budgets, and what a credit is worth. */
export function Budgets({ view, canChange }: BudgetsProps) {
  const buttons = (
    <div className="flex flex-wrap gap-2">
      <SetBudget />
      <SetCreditValue />
    </div>
  )
  return (
    <Section title={m.admin_cost_budgets()} aside={canChange && buttons}>
      <p className="max-w-prose text-quiet">
        {m.admin_cost_budgets_text()} {creditText(view)}
      </p>
      {view.budgets.length > 0 && <BudgetTable view={view} />}
    </Section>
  )
}

const creditText = ({ credit_value: value, currency }: CostPricesView) =>
  value === null
    ? m.admin_cost_no_value()
    : m.admin_cost_value({ value: formatMicros(value * 1e6, currency, 6) })

function BudgetTable({ view: { budgets, currency } }: { view: CostPricesView }) {
  const columns = [
    { name: m.admin_cost_provider() },
    { name: m.admin_cost_today(), isNumber: true },
    { name: m.admin_cost_budget(), isNumber: true },
    { name: m.admin_cost_unknown(), isNumber: true },
    { name: m.admin_state() },
  ]
  const rows = budgets.map(({ provider, spent, budget, unknown_jobs, is_stopped }) => ({
    key: provider,
    cells: [
      provider,
      formatMicros(spent, currency),
      budget === null ? m.admin_cost_no_budget() : formatMicros(budget, currency),
      formatNumber(unknown_jobs),
      <ToneText key="state" tone={is_stopped ? 'bad' : 'good'}>
        {is_stopped ? m.admin_cost_state_stopped() : m.admin_cost_state_runs()}
      </ToneText>,
    ],
  }))
  return <Table label={m.admin_cost_budgets()} columns={columns} rows={rows} />
}

const decimal = (form: FormData, name: string) => {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}

function SetBudget() {
  const { data: known } = useQuery(settingsQuery)
  return (
    <ActionButton
      isDisabled={!known}
      act={{
        title: m.admin_cost_set_budget(),
        method: 'PATCH',
        path: '/api/admin/settings',
        body: (form) => {
          const provider = String(form.get('provider') ?? '').trim()
          const { [provider]: _, ...others } = known?.settings.provider_budgets ?? {}
          const amount = decimal(form, 'budget')
          const provider_budgets = amount === null ? others : { ...others, [provider]: amount }
          return { set: { provider_budgets }, revision: known?.revision }
        },
        fields: (
          <>
            <Field label={m.admin_cost_provider()}>
              {(control) => (
                <Input {...control} name="provider" defaultValue="fal" autoComplete="off" />
              )}
            </Field>
            <Field label={m.admin_cost_budget()} hint={m.admin_cost_budget_hint()}>
              {(control) => <Input {...control} name="budget" inputMode="decimal" />}
            </Field>
          </>
        ),
      }}
    />
  )
}

function SetCreditValue() {
  const { data: known } = useQuery(settingsQuery)
  return (
    <ActionButton
      isDisabled={!known}
      act={{
        title: m.admin_cost_set_value(),
        method: 'PATCH',
        path: '/api/admin/settings',
        body: (form) => ({
          set: { credit_value: decimal(form, 'value') },
          revision: known?.revision,
        }),
        fields: (
          <Field label={m.admin_cost_value_label()} hint={m.admin_cost_value_hint()}>
            {(control) => (
              <Input
                {...control}
                name="value"
                inputMode="decimal"
                defaultValue={known?.settings.credit_value ?? ''}
              />
            )}
          </Field>
        ),
      }}
    />
  )
}
