import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { workText } from '#core/credits/ledger-text-contract.ts'
import type { AdminModelView } from '#core/models/admin-models-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { modelQuery } from '../admin-query.ts'
import { QueryResult } from '../admin-section.tsx'
import { tierText } from '../admin-texts.ts'
import { formatDefinition } from './definition-editor.tsx'
import { ModelActions } from './model-actions.tsx'
import { ModelEditor } from './model-editor.tsx'
import { ModelProviders } from './model-providers.tsx'
import { priceLine } from './model-texts.ts'
import { Versions } from './model-versions.tsx'
import { ModelState } from './models.tsx'
import { SchemaChanges } from './schema-changes.tsx'

/** One model: its state, price, definition, form and versions. `id`: its type and id. */
export function ModelDetails({ id: address }: { id: string }) {
  const [type = '', id = ''] = address.split('/')
  return (
    <div className="flex flex-col gap-4">
      <BackToModels />
      <QueryResult query={useQuery(modelQuery(type, id))}>
        {(model) => <ModelContent current={model} />}
      </QueryResult>
    </div>
  )
}

export function BackToModels() {
  return (
    <Link to="/admin/models" className="w-fit text-small text-quiet underline underline-offset-2">
      {m.admin_models_back()}
    </Link>
  )
}

/** The version that is edited stays when another operator saves one, until the reader decides. */
function ModelContent({ current }: { current: AdminModelView }) {
  const client = useQueryClient()
  const { id, generation_type: type } = current
  const [edited, setEdited] = useState({ base: current, edition: 0 })
  const { base } = edited
  const edit = (next: AdminModelView) =>
    setEdited(({ edition }) => ({ base: next, edition: edition + 1 }))
  const showCurrent = (view: AdminModelView) =>
    client.setQueryData(modelQuery(type, id).queryKey, view)
  const onSaved = (view: AdminModelView) => {
    showCurrent(view)
    setEdited({ ...edited, base: view })
  }
  // Text that is not saved stays when the model is enabled or disabled.
  const onChanged = (view: AdminModelView) => {
    showCurrent(view)
    if (view.version !== base.version) edit(view)
  }
  const show = async (version: number) => {
    const earlier = await client.fetchQuery(modelQuery(type, id, version))
    edit({ ...earlier, version: base.version })
  }
  return (
    <div className="flex flex-col gap-8">
      <ModelHeader model={current} version={base.version} onChanged={onChanged} />
      {current.version !== base.version && (
        <ChangedNotice
          current={current}
          onLoad={() => edit(current)}
          onKeep={() => setEdited({ ...edited, base: { ...base, version: current.version } })}
        />
      )}
      {!current.is_provider_configured && (
        <Notice
          tone="warn"
          title={m.admin_models_no_provider({ provider: current.provider ?? '' })}
        >
          {m.admin_models_no_provider_text()}
        </Notice>
      )}
      <SchemaChanges schema={current.schema} />
      <ModelProviders model={current} />
      {current.source === 'file' && (
        <Notice title={m.admin_models_from_file({ file: current.reason ?? '' })}>
          {m.admin_models_from_file_text()}
        </Notice>
      )}
      {base.definition ? (
        <ModelEditor
          key={edited.edition}
          initial={formatDefinition(base.definition)}
          version={base.version}
          isReadOnly={current.source === 'file'}
          onSaved={onSaved}
        />
      ) : (
        <Notice>{m.admin_models_code()}</Notice>
      )}
      <Versions model={current} shown={base.shown_version} onShow={show} />
    </div>
  )
}

type HeaderProps = {
  model: AdminModelView
  /** The version that the page shows. */
  version: number | null
  onChanged: (view: AdminModelView) => void
}

function ModelHeader({ model, version, onChanged }: HeaderProps) {
  const { id, generation_type, kind, provider, endpoints } = model
  const facts = [id, kind && workText(kind, currentLocale()), generation_type, provider]
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title wrap-anywhere">
          {model.name ?? id}
          <ModelState model={model} />
        </h2>
        <p className="mt-1 text-small wrap-anywhere text-quiet">
          {[...facts, ...endpoints].filter(Boolean).join(' · ')}
        </p>
        {model.is_untested && (
          <p className="mt-1 text-small text-warn">{m.admin_models_untested()}</p>
        )}
        <Price model={model} />
      </div>
      <ModelActions model={model} version={version} onChanged={onChanged} />
    </header>
  )
}

/** The price, and where it depends on a value, that of each. */
function Price({ model }: { model: AdminModelView }) {
  const tiers = model.price?.tiers ?? []
  return (
    <div className="mt-3 tabular-nums">
      <p className="text-prompt font-medium">{priceLine(model)}</p>
      {tiers.length > 1 && (
        <p className="text-small text-quiet">
          {tiers
            .map(({ tier, credits }) => `${tierText(tier)} ${formatNumber(credits)}`)
            .join(' · ')}
        </p>
      )}
      {tiers.some(({ base }) => base !== null) && (
        <p className="text-small text-accent">{m.admin_models_override()}</p>
      )}
    </div>
  )
}

type ChangedNoticeProps = { current: AdminModelView; onLoad: () => void; onKeep: () => void }

function ChangedNotice({ current, onLoad, onKeep }: ChangedNoticeProps) {
  const { version, author } = current
  const text =
    version === null
      ? m.admin_models_changed_deleted()
      : m.admin_models_changed_meanwhile({ version, author: author ?? '' })
  return (
    <Notice
      tone="warn"
      title={text}
      announce="now"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onLoad}>
            {m.admin_models_load_current()}
          </Button>
          <Button size="small" variant="quiet" onClick={onKeep}>
            {m.admin_models_keep_text()}
          </Button>
        </div>
      }
    />
  )
}
