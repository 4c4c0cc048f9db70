import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationListView } from '#core/admin/lists-contract.ts'
import type { AdminGenerationLine } from '#core/generations/admin-generations-contract.ts'
import { failureCodes } from '#core/generations/rules/failure.ts'
import { listStatuses } from '#core/generations/rules/status.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { generationListQuery, type ListFilter } from '../admin-query.ts'
import { OlderPages, QueryResult, Select } from '../admin-section.tsx'
import { GenerationTable } from './generation-table.tsx'
import { SelectedActions } from './selected-actions.tsx'

const statusNames = {
  open: m.admin_list_open,
  completed: m.history_status_completed,
  partial: m.history_status_partial,
  failed: m.history_status_failed,
}

const dayMs = 86_400_000

/** Generations of every status, with the filter in the address. */
export function GenerationList() {
  const { query } = useLocation()
  const filter = filterOf(query)
  const found = useQuery(generationListQuery(filter, query.before))
  return (
    <div className="flex flex-col gap-6">
      <p>
        <Link to="/admin/generations" className="underline underline-offset-2">
          {m.admin_failed_open()}
        </Link>
      </p>
      <Filters />
      <QueryResult query={found}>
        {(view) => <Listed key={JSON.stringify(query)} view={view} filter={filter} />}
      </QueryResult>
    </div>
  )
}

type Query = Record<string, string | undefined>

/** Days in the address are those of UTC, both included. */
function filterOf({ status, model, code, from, to }: Query): ListFilter {
  const known = listStatuses.find((one) => one === status)
  return {
    status: known,
    model,
    code: known === 'failed' ? code : undefined,
    from: from && new Date(from).toISOString(),
    to: to && new Date(Date.parse(to) + dayMs).toISOString(),
  }
}

function Filters() {
  const { path, query } = useLocation()
  const choose = (chosen: Record<string, string | null>) =>
    navigate(path, { query: { ...query, before: null, ...chosen } })
  const models = [...new Set([...listModels().map(({ id }) => id), query.model ?? ''])]
  const any = { value: '', text: m.admin_list_any() }
  const asOption = (value: string) => ({ value, text: value })
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Select
        label={m.admin_status()}
        value={query.status ?? ''}
        onChange={(status) => choose({ status: status || 'all' })}
        options={[
          { value: 'all', text: m.admin_list_any() },
          ...listStatuses.map((value) => ({ value, text: statusNames[value]() })),
        ]}
      />
      <Select
        label={m.admin_model()}
        value={query.model ?? ''}
        onChange={(model) => choose({ model: model || null })}
        options={[any, ...models.filter(Boolean).toSorted().map(asOption)]}
      />
      {query.status === 'failed' && (
        <Select
          label={m.admin_failed_code()}
          value={query.code ?? ''}
          onChange={(code) => choose({ code: code || null })}
          options={[any, ...failureCodes.map(asOption)]}
        />
      )}
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={name === 'from' ? m.admin_list_from() : m.admin_list_to()}>
          {(control) => (
            <Input
              {...control}
              key={query[name] ?? ''}
              type="date"
              defaultValue={query[name] ?? ''}
              onBlur={(event) => {
                if (event.target.value !== (query[name] ?? ''))
                  choose({ [name]: event.target.value || null })
              }}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

type ListedProps = { view: GenerationListView; filter: ListFilter }

function Listed({ view: { data, total, is_total_exact, before }, filter }: ListedProps) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const given = Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1])
  const toggle = ({ id }: AdminGenerationLine) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  const plus = is_total_exact ? '' : '+'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-quiet tabular-nums">
          {m.admin_list_total({
            count: `${formatNumber(total.count)}${plus}`,
            charged: `${formatNumber(total.charged)}${plus}`,
            refunded: `${formatNumber(total.refunded)}${plus}`,
          })}
        </p>
        <a
          href={`/api/admin/generations/list.csv?${new URLSearchParams(given)}`}
          download
          className="text-small underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {m.admin_list_csv()}
        </a>
      </div>
      {data.length === 0 && (
        <p className="text-quiet">
          {before === null ? m.admin_nothing() : m.admin_list_nothing_here()}
        </p>
      )}
      {data.length > 0 && (
        <>
          <SelectedActions
            selected={selected}
            onSelectAll={() => setSelected(data.map(({ id }) => id))}
            onClear={() => setSelected([])}
          />
          <GenerationTable lines={data} selection={{ selected, toggle }} />
        </>
      )}
      <OlderPages before={before} />
    </>
  )
}
