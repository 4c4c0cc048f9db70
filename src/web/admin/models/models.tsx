import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { workText } from '#core/credits/ledger-text-contract.ts'
import type { AdminModelLine } from '#core/models/admin-models-contract.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Plus } from '#web/ui/icons/history-icons.ts'
import { modelsQuery } from '../admin-query.ts'
import { QueryResult, SearchForm, Select } from '../admin-section.tsx'
import { Table } from '../table.tsx'
import { modelPath, priceText, sourceText } from './model-texts.ts'

/** All models in the order of the picker, then the ready definitions. */
export function ModelsTab() {
  const { path, query } = useLocation()
  const kind = kinds.find((one) => one === query.kind)
  const state = stateNames.find((one) => one === query.state)
  const choose = (chosen: Record<string, string | null>) =>
    navigate(path, { query: { ...query, ...chosen } })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <SearchForm label={m.admin_models_find()} />
        </div>
        <Select
          label={m.admin_kind()}
          value={kind ?? ''}
          onChange={(chosen) => choose({ kind: chosen || null })}
          options={[
            { value: '', text: m.admin_models_any_kind() },
            ...kinds.map((value) => ({ value, text: workText(value, currentLocale()) })),
          ]}
        />
        <Select
          label={m.admin_state()}
          value={state ?? ''}
          onChange={(chosen) => choose({ state: chosen || null })}
          options={[
            { value: '', text: m.admin_models_any_state() },
            ...stateNames.map((value) => ({ value, text: states[value].text() })),
          ]}
        />
        <Button icon={Plus} variant="primary" onClick={() => navigate(`${path}/new`)}>
          {m.admin_models_add()}
        </Button>
      </div>
      <QueryResult query={useQuery(modelsQuery)}>
        {({ data }) => (
          <ModelTable models={data.filter(isFound(query.find ?? '', { kind, state }))} />
        )}
      </QueryResult>
    </div>
  )
}

/** Every word is part of the name, the id, the type, the provider or the source. */
function isFound(
  text: string,
  { kind, state }: { kind?: Kind | undefined; state?: State | undefined },
) {
  const words = text.toLowerCase().split(/\s+/)
  return (model: AdminModelLine) => {
    const { id, name, generation_type: type, provider, source } = model
    const searched = [id, name, type, provider, source, sourceText(source)].join(' ').toLowerCase()
    const isChosen = (!kind || model.kind === kind) && (!state || stateOf(model) === state)
    return isChosen && words.every((word) => searched.includes(word))
  }
}

function ModelTable({ models }: { models: AdminModelLine[] }) {
  if (models.length === 0) return <p className="text-quiet">{m.admin_nothing()}</p>
  const columns = [
    { name: m.admin_model() },
    { name: m.admin_state() },
    { name: m.admin_kind() },
    { name: m.admin_price(), isNumber: true },
    { name: m.admin_models_source() },
    { name: m.admin_models_changed() },
  ]
  const rows = models.map((model) => ({
    key: `${model.generation_type} ${model.id}`,
    cells: [
      <span key="name" className="block">
        <Link to={modelPath(model)} className="underline underline-offset-2">
          {model.name ?? model.id}
        </Link>
        <span className="block text-small text-quiet">{model.id}</span>
      </span>,
      <ModelState key="state" model={model} />,
      <span key="kind" className="block">
        {model.kind && workText(model.kind, currentLocale())}
        <span className="block text-small text-quiet">{model.generation_type}</span>
      </span>,
      priceText(model),
      <span key="source" className="block">
        {sourceText(model.source)}
        <span className="block text-small text-quiet">{model.provider}</span>
      </span>,
      <Change key="change" model={model} />,
    ],
  }))
  return <Table label={m.admin_tab_models()} columns={columns} rows={rows} />
}

type Tone = ComponentProps<typeof Badge>['tone']

const states = {
  enabled: { text: m.admin_models_state_enabled, tone: 'good' },
  disabled: { text: m.admin_models_state_disabled, tone: 'warn' },
  no_provider: { text: m.admin_models_state_no_provider, tone: 'warn' },
  unreadable: { text: m.admin_models_state_unreadable, tone: 'bad' },
  deleted: { text: m.admin_models_state_deleted, tone: 'plain' },
  ready: { text: m.admin_models_state_ready, tone: 'plain' },
} as const satisfies Record<string, { text: () => string; tone: Tone }>

type State = keyof typeof states

const stateNames = Object.keys(states) as State[]

function stateOf(model: AdminModelLine): State {
  if (model.source === 'ready') return 'ready'
  if (model.source === null) return 'deleted'
  if (model.is_unreadable) return 'unreadable'
  if (!model.is_enabled) return 'disabled'
  return model.is_provider_configured ? 'enabled' : 'no_provider'
}

/** The state of a model, in one word. */
export function ModelState({ model }: { model: AdminModelLine }) {
  const { text, tone } = states[stateOf(model)]
  return <Badge tone={tone}>{text()}</Badge>
}

function Change({ model: { version, author, reason, changed_at } }: { model: AdminModelLine }) {
  if (version === null || !changed_at) return null
  return (
    <span className="block">
      {m.admin_models_version({ version })} · {formatDateTime(changed_at)}
      <span className="block text-small text-quiet">
        {author}: {reason}
      </span>
    </span>
  )
}
