import { json, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'

export const section = 'money'

export const controls: readonly SettingControl[] = [
  json('credit_value', ({ credit_value: value }) => value ?? m.admin_setting_none(), {
    label: m.admin_cost_value_label,
    hint: m.admin_cost_value_hint,
  }),
  json(
    'provider_budgets',
    ({ provider_budgets: budgets }) =>
      Object.entries(budgets)
        .map(([provider, amount]) => `${provider} → ${amount}`)
        .join(', ') || m.admin_setting_none(),
    {
      label: m.admin_cost_budgets,
      hint: () => m.admin_cost_budgets_hint({ example: '{"fal": 50}' }),
    },
  ),
]
