import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminGenerationView } from '#core/generations/admin-generations-contract.ts'
import { statuses } from '#core/generations/rules/status.ts'
import { formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { generationDetailsQuery } from '../admin-query.ts'
import { QueryResult, Section } from '../admin-section.tsx'
import { eventText, statusText, stepText } from '../admin-texts.ts'
import { Table } from '../table.tsx'
import { GenerationActions } from './generation-actions.tsx'
import { costText } from './generation-table.tsx'

/** One generation: its events, its cost, and the possible actions. */
export function GenerationDetails({ id }: { id: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/admin/generations"
        className="w-fit text-small text-quiet underline underline-offset-2"
      >
        {m.admin_back_generations()}
      </Link>
      <QueryResult query={useQuery(generationDetailsQuery(id))}>
        {(found) => <GenerationContent generation={found} />}
      </QueryResult>
    </div>
  )
}

function GenerationContent({ generation }: { generation: AdminGenerationView }) {
  const { status, model, step } = generation
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 className="text-title">{model}</h2>
          <p className="mt-1 text-quiet">
            {[statusText(status), step && stepText(step)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <GenerationActions generation={generation} />
      </header>
      <Facts generation={generation} />
      <Timeline generation={generation} />
    </div>
  )
}

function Facts({ generation }: { generation: AdminGenerationView }) {
  const { account, job, error_code, error_message, parent_id, retry_id } = generation
  const facts: [name: string, value: ReactNode][] = [
    [
      m.admin_account(),
      <TextLink key="account" to={`/admin/accounts/${account.id}`} text={account.email} />,
    ],
    [m.admin_cost(), costText(generation)],
    [m.admin_error(), error_code && `${error_code}: ${error_message}`],
    [
      m.admin_retried_as(),
      retry_id && <TextLink to={`/admin/generations/${retry_id}`} text={retry_id} />,
    ],
    [
      m.admin_retry_of(),
      parent_id && <TextLink to={`/admin/generations/${parent_id}`} text={parent_id} />,
    ],
    [m.admin_request(), generation.request_id],
    [m.admin_job(), job && `${job.endpoint} ${job.request_id}`],
    [m.admin_attempts(), `${formatNumber(generation.attempts)}, ${formatNumber(generation.polls)}`],
  ]
  return (
    <dl className="grid gap-x-8 gap-y-2 md:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-small text-quiet md:leading-[1.3rem]">{name}</dt>
              <dd className="wrap-anywhere max-md:mb-2">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function TextLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="underline underline-offset-2">
      {text}
    </Link>
  )
}

function Timeline({ generation: { timeline } }: { generation: AdminGenerationView }) {
  const columns = [{ name: m.admin_when() }, { name: m.admin_what() }, { name: m.admin_detail() }]
  const rows = timeline.map(({ at, what, text }) => ({
    key: `${at} ${what} ${text}`,
    cells: [<Moment key="at" at={at} />, eventText(what), detailText(what, text)],
  }))
  return (
    <Section title={m.admin_timeline()}>
      <Table label={m.admin_timeline()} columns={columns} rows={rows} />
    </Section>
  )
}

/** A status or a step by its name; anything else is a number or a person's text. */
function detailText(what: string, text: string | null): string | null {
  if (text === null) return null
  if (what === 'next_step') return stepText(text)
  const status = what === 'ended' && statuses.find((one) => one === text)
  return status ? statusText(status) : text
}

/** To the millisecond, because steps follow each other quickly. */
function Moment({ at }: { at: string }) {
  const [, fraction = ''] = /:(\d\d\.\d{3})/.exec(at) ?? []
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(at)} (${formatTime(at)})`}
      className="tabular-nums"
    >
      {formatDateTime(at)} <span className="text-small text-quiet">:{fraction}</span>
    </time>
  )
}
