import type { AdminModelView } from '#core/models/admin-models-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ActionButton } from '../action-dialog.tsx'

type ModelActionsProps = {
  model: AdminModelView
  /** The version that the page shows; the action is refused when another one counts by now. */
  version: number | null
  onChanged: (view: AdminModelView) => void
}

/** Enables, disables and deletes a model. */
export function ModelActions({ model, version, onChanged }: ModelActionsProps) {
  const { id, generation_type: type, source, versions } = model
  if (model.version === null) return null
  const isBuiltIn = versions.some((one) => one.source === 'built-in')
  const act = (action: string, title: string, text: string, isDanger: boolean) => (
    <ActionButton
      act={{
        ...{ title, text, isDanger },
        path: `/api/admin/models/${encodeURIComponent(type)}/${encodeURIComponent(id)}/${action}`,
        body: () => ({ expected_version: version }),
        onDone: onChanged,
      }}
    />
  )
  return (
    <div className="flex flex-wrap gap-2">
      {model.is_enabled
        ? act('disable', m.admin_models_disable(), m.admin_models_disable_text(), false)
        : act('enable', m.admin_models_enable(), m.admin_models_enable_text(), false)}
      {source === 'operator' &&
        (isBuiltIn
          ? act('delete', m.admin_models_reset(), m.admin_models_reset_text(), true)
          : act('delete', m.admin_models_delete(), m.admin_models_delete_text(), true))}
    </div>
  )
}
