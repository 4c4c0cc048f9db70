import type { AdminModelView } from '#core/models/admin-models-contract.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Section } from '../admin-section.tsx'
import { Table } from '../table.tsx'

/** The providers of a model that has several, with how long its jobs took at each. */
export function ModelProviders({ model: { providers } }: { model: AdminModelView }) {
  if (providers.length < 2) return null
  const columns = [
    { name: m.admin_models_provider() },
    { name: m.admin_models_endpoints() },
    { name: m.admin_models_last_hour(), isNumber: true },
    { name: m.admin_models_jobs(), isNumber: true },
  ]
  const rows = providers.map(({ provider, endpoints, is_configured, median_ms, jobs }) => ({
    key: provider,
    cells: [
      is_configured ? provider : m.admin_models_not_configured({ provider }),
      endpoints.join(', '),
      median_ms === null ? '–' : formatElapsed(median_ms),
      formatNumber(jobs),
    ],
  }))
  return (
    <Section title={m.admin_models_providers()}>
      <p className="text-small text-quiet">
        {m.admin_models_providers_text()}{' '}
        <Link to="/admin/settings" className="underline underline-offset-2 hover:text-text">
          {m.admin_setting_model_providers()}
        </Link>
      </p>
      <Table label={m.admin_models_providers()} columns={columns} rows={rows} />
    </Section>
  )
}
