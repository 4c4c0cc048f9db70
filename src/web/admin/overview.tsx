import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AlertView, QueueLineView, StudioView } from '#core/admin/studio-contract.ts'
import { workText } from '#core/credits/ledger-text-contract.ts'
import { formatDateTime, formatElapsed, formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Notice, type Tone, ToneText } from '#web/ui/feedback/notices.tsx'
import { studioQuery } from './admin-query.ts'
import { QueryResult, Section } from './admin-section.tsx'
import { stepText } from './admin-texts.ts'
import { LedgerChecks } from './ledger-checks.tsx'
import { modelPath } from './models/model-texts.ts'
import { Table } from './table.tsx'
import { usePermissions } from './use-permission.ts'

const FeatureParts = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/admin-overview.tsx', {
    eager: true,
    import: 'default',
  }),
)

/** An overview: the provider, the open jobs, the ledger, alerts. */
export function OverviewTab() {
  const may = usePermissions()
  return (
    <QueryResult query={useQuery(studioQuery)}>
      {(studio) => (
        <div className="flex flex-col gap-10">
          <State studio={studio} />
          <Outages studio={studio} />
          <Alerts alerts={studio.alerts} />
          <ChangedModels models={studio.changed_models} />
          <Queue lines={studio.queue} />
          <FeatureParts />
          {may('ledger.read') && <LedgerChecks />}
        </div>
      )}
    </QueryResult>
  )
}

/** One line on each part that can need attention; what does has a section below. */
function State({ studio }: { studio: StudioView }) {
  const { outages, storage_outage, alerts, queue, marks } = studio
  const open = queue.reduce((sum, { count }) => sum + count, 0)
  const isOverdue = queue.some(({ overdue }) => overdue > 0)
  const parts = [
    {
      name: m.admin_provider(),
      tone: outages.length > 0 ? 'bad' : 'good',
      text: outages.length > 0 ? m.admin_state_outage() : m.admin_provider_fine(),
    },
    {
      name: m.admin_storage(),
      tone: storage_outage ? 'bad' : 'good',
      text: storage_outage ? m.admin_state_outage() : m.admin_storage_fine(),
    },
    {
      name: m.admin_notes(),
      tone: alerts.length > 0 ? 'warn' : 'good',
      text: alerts.length > 0 ? formatNumber(alerts.length) : m.admin_state_none(),
    },
    {
      name: m.admin_queue(),
      tone: isOverdue ? 'warn' : 'good',
      text: open > 0 ? formatNumber(open) : m.admin_state_none(),
    },
    { name: m.admin_marks(), ...marksState(marks) },
  ] as const
  return (
    <Section title={m.admin_state_now()}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-5">
        {parts.map(({ name, tone, text }) => (
          <div key={name}>
            <dt className="text-small text-quiet">{name}</dt>
            <dd>
              <ToneText tone={tone}>{text}</ToneText>
            </dd>
          </div>
        ))}
      </dl>
      <Certificate marks={marks} />
    </Section>
  )
}

function marksState({ is_on, waiting, failed }: StudioView['marks']): { tone: Tone; text: string } {
  if (!is_on) return { tone: 'warn', text: m.admin_marks_off() }
  if (failed > 0)
    return { tone: 'bad', text: m.admin_marks_failed({ count: formatNumber(failed) }) }
  if (waiting > 0)
    return { tone: 'plain', text: m.admin_marks_waiting({ count: formatNumber(waiting) }) }
  return { tone: 'good', text: m.admin_marks_done() }
}

/** Who signs results, and until when. */
function Certificate({ marks: { certificate, problem } }: { marks: StudioView['marks'] }) {
  if (problem) return <Notice tone="bad">{m.admin_marks_no_certificate({ problem })}</Notice>
  if (!certificate) return null
  const { subject, valid_until, is_own } = certificate
  const until = formatDateTime(valid_until)
  return (
    <p className="text-small text-quiet">
      {is_own ? m.admin_marks_own({ until }) : m.admin_marks_signer({ subject, until })}
    </p>
  )
}

function Outages({ studio: { outages, storage_outage: storage } }: { studio: StudioView }) {
  return (
    <>
      {outages.length > 0 && (
        <Section title={m.admin_provider()}>
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
      )}
      {storage && (
        <Section title={m.admin_storage()}>
          <Notice tone="bad" title={m.admin_storage_outage()}>
            <p>{m.admin_storage_since({ since: formatDateTime(storage.since) })}</p>
            <p>{storage.detail}</p>
          </Notice>
        </Section>
      )}
    </>
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
  if (lines.length === 0) return null
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
      <Table label={m.admin_queue()} columns={columns} rows={rows} />
    </Section>
  )
}

function Alerts({ alerts }: { alerts: AlertView[] }) {
  const may = usePermissions()
  if (alerts.length === 0) return null
  return (
    <Section title={m.admin_notes()}>
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
