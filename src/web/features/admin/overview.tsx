import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AlertView, QueueLineView, StudioView } from '#contract/admin/studio.ts'
import { workText } from '#contract/texts/ledger-texts.ts'
import { formatDateTime, formatElapsed, formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { studioQuery } from './admin-query.ts'
import { QueryResult, Section } from './admin-section.tsx'
import { stepText } from './admin-texts.ts'
import { LedgerChecks } from './ledger-checks.tsx'
import { modelPath } from './models/model-texts.ts'
import { Table } from './table.tsx'
import { usePermissions } from './use-permission.ts'

/** With the chart library, which only this page has. */
const Figures = lazyPart(async () => (await import('./figures/figures.tsx')).Figures)

/** An overview: the provider, the open jobs, the ledger, alerts. */
export function OverviewTab() {
  const may = usePermissions()
  return (
    <QueryResult query={useQuery(studioQuery)}>
      {(studio) => (
        <div className="flex flex-col gap-10">
          <div className="grid gap-x-10 gap-y-10 lg:grid-cols-2">
            <Provider outages={studio.outages} />
            <StorageState outage={studio.storage_outage} />
          </div>
          <Alerts alerts={studio.alerts} />
          <ChangedModels models={studio.changed_models} />
          <Queue lines={studio.queue} />
          {may('figures.read') && (
            <Suspense>
              <Figures />
            </Suspense>
          )}
          {may('ledger.read') && <LedgerChecks />}
        </div>
      )}
    </QueryResult>
  )
}

function Provider({ outages }: Pick<StudioView, 'outages'>) {
  return (
    <Section title={m.admin_provider()}>
      {outages.length === 0 && <Notice tone="good">{m.admin_provider_fine()}</Notice>}
      {outages.map(({ provider, code, detail, since }) => (
        <Notice
          key={`${provider} ${code}`}
          tone="bad"
          title={m.admin_provider_trouble({ provider })}
        >
          <p>{m.admin_trouble_line({ code, since: formatDateTime(since) })}</p>
          <p>{detail}</p>
        </Notice>
      ))}
    </Section>
  )
}

function StorageState({ outage }: { outage: StudioView['storage_outage'] }) {
  return (
    <Section title={m.admin_storage()}>
      {outage ? (
        <Notice tone="bad" title={m.admin_storage_outage()}>
          <p>{m.admin_storage_since({ since: formatDateTime(outage.since) })}</p>
          <p>{outage.detail}</p>
        </Notice>
      ) : (
        <Notice tone="good">{m.admin_storage_fine()}</Notice>
      )}
    </Section>
  )
}

/** Only where there is something to do: most studios never see it. */
function ChangedModels({ models }: { models: StudioView['changed_models'] }) {
  if (models.length === 0) return null
  return (
    <Section title={m.admin_changed_models()}>
      <p className="text-quiet">{m.admin_changed_models_hint()}</p>
      {models.map(({ model, generation_type, inputs, is_breaking, since }) => (
        <Notice
          key={`${generation_type} ${model}`}
          tone={is_breaking ? 'bad' : 'warn'}
          title={`${model} (${generation_type})`}
          action={
            <Link
              to={modelPath({ id: model, generation_type })}
              className="underline underline-offset-2"
            >
              {m.admin_changed_open()}
            </Link>
          }
        >
          <p>
            {m.admin_changed_inputs({ inputs: inputs.join(', '), since: formatDateTime(since) })}
          </p>
          {is_breaking && <p>{m.admin_changed_breaking()}</p>}
        </Notice>
      ))}
    </Section>
  )
}

function Queue({ lines }: { lines: QueueLineView[] }) {
  const columns = [
    { name: m.admin_kind() },
    { name: m.admin_step() },
    { name: m.admin_count(), isNumber: true },
    { name: m.admin_due(), isNumber: true },
    { name: m.admin_oldest(), isNumber: true },
    { name: m.admin_overdue(), isNumber: true },
  ]
  const rows = lines.map((line) => ({
    key: `${line.kind} ${line.step}`,
    cells: [
      workText(line.kind, currentLocale()),
      stepText(line.step),
      formatNumber(line.count),
      formatNumber(line.due),
      line.due > 0 ? formatElapsed(line.oldest_due * 1000) : '',
      line.overdue > 0 ? (
        <strong key="overdue" className="font-medium text-bad">
          {formatNumber(line.overdue)}
        </strong>
      ) : (
        '0'
      ),
    ],
  }))
  return (
    <Section title={m.admin_queue()}>
      {lines.length === 0 ? (
        <p className="text-quiet">{m.admin_queue_empty()}</p>
      ) : (
        <Table label={m.admin_queue()} columns={columns} rows={rows} />
      )}
    </Section>
  )
}

function Alerts({ alerts }: { alerts: AlertView[] }) {
  const may = usePermissions()
  return (
    <Section title={m.admin_notes()}>
      {alerts.length === 0 && <p className="text-quiet">{m.admin_notes_none()}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {alerts.map(({ created_at, note, generation_id, reason, email }) => (
          <li key={`${created_at} ${generation_id} ${reason}`} className="py-3">
            <p className="text-small text-quiet">
              {formatDateTime(created_at)}
              {email && ` · ${email}`}
            </p>
            <p className="mt-0.5 wrap-anywhere">{note}</p>
            {generation_id && may('generations.read') && (
              <Link
                to={`/admin/generations/${generation_id}`}
                className="text-small underline underline-offset-2"
              >
                {generation_id}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
