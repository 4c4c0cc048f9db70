import type { AdminModelView, SchemaChangeView } from '#core/models/admin-models-contract.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Table } from '../table.tsx'

const texts: Record<SchemaChangeView['change'], () => string> = {
  input_added: m.admin_change_input_added,
  input_removed: m.admin_change_input_removed,
  type: m.admin_change_type,
  options_added: m.admin_change_options_added,
  options_removed: m.admin_change_options_removed,
  range_narrowed: m.admin_change_range_narrowed,
  range_widened: m.admin_change_range_widened,
  default: m.admin_change_default,
  required: m.admin_change_required,
  optional: m.admin_change_optional,
}

/** What the provider of a model has changed in its document since the current version. */
export function SchemaChanges({ schema }: Pick<AdminModelView, 'schema'>) {
  if (!schema) return null
  const { since, changes } = schema
  const columns = [
    { name: m.admin_change_input() },
    { name: m.admin_change_what() },
    { name: m.admin_change_ours() },
    { name: m.admin_change_theirs() },
  ]
  const rows = changes.map(({ path, change, ours, theirs, is_breaking: isBreaking }) => ({
    key: `${path} ${change}`,
    cells: [
      <span key="path" className="font-mono wrap-anywhere">
        {path}
      </span>,
      <span key="change" className="flex flex-wrap items-center gap-2">
        {texts[change]()}
        {isBreaking && <Badge tone="bad">{m.admin_change_breaking()}</Badge>}
      </span>,
      valueText(ours),
      valueText(theirs),
    ],
  }))
  return (
    <Notice
      tone={changes.some((change) => change.is_breaking) ? 'bad' : 'warn'}
      title={m.admin_models_schema()}
    >
      <p>{m.admin_models_schema_text({ since: formatDateTime(since) })}</p>
      <Table label={m.admin_models_schema()} columns={columns} rows={rows} />
    </Notice>
  )
}

/** A value of a document, as a person reads it: lists by commas, limits as a range. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  const { min, max } = value as { min?: number; max?: number }
  return `${valueText(min)}–${valueText(max)}`
}
