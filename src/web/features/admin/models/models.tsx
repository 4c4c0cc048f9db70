import { useQuery } from '@tanstack/react-query'
import { kinds } from '#catalogue/kinds.ts'
import type { AdminModelLine } from '#contract/admin/models.ts'
import { workText } from '#contract/texts/ledger-texts.ts'
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
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <SearchForm label={m.admin_models_find()} />
        </div>
        <Select
          label={m.admin_kind()}
          value={kind ?? ''}
          onChange={(chosen) => navigate(path, { query: { ...query, kind: chosen || null } })}
          options={[
            { value: '', text: m.admin_models_any_kind() },
            ...kinds.map((value) => ({ value, text: workText(value, currentLocale()) })),
          ]}
        />
        <Button icon={Plus} variant="primary" onClick={() => navigate(`${path}/new`)}>
          {m.admin_models_add()}
        </Button>
      </div>
      <QueryResult query={useQuery(modelsQuery)}>
        {({ data }) => <ModelTable models={data.filter(isFound(query.find ?? '', kind))} />}
      </QueryResult>
    </div>
  )
}

/** Every word is part of the name, the id, the type, the provider or the source. */
function isFound(text: string, kind: string | undefined) {
  const words = text.toLowerCase().split(/\s+/)
  return (model: AdminModelLine) => {
    const { id, name, generation_type: type, provider, source } = model
    const searched = [id, name, type, provider, source, sourceText(source)].join(' ').toLowerCase()
    return (!kind || model.kind === kind) && words.every((word) => searched.includes(word))
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

/** The state of a model, in one word. */
export function ModelState({ model }: { model: AdminModelLine }) {
  if (model.source === 'ready') return <Badge>{m.admin_models_state_ready()}</Badge>
  if (model.source === null) return <Badge>{m.admin_models_state_deleted()}</Badge>
  if (model.is_unreadable) return <Badge tone="bad">{m.admin_models_state_unreadable()}</Badge>
  if (!model.is_enabled) return <Badge tone="warn">{m.admin_models_state_disabled()}</Badge>
  if (!model.is_provider_configured)
    return <Badge tone="warn">{m.admin_models_state_no_provider()}</Badge>
  return <Badge tone="good">{m.admin_models_state_enabled()}</Badge>
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
