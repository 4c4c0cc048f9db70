import type { AdminModelView } from '#core/models/admin-models-contract.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '../admin-section.tsx'
import { Table } from '../table.tsx'
import { sourceText } from './model-texts.ts'

type VersionsProps = {
  model: AdminModelView
  /** Whose definition is in the editor. */
  shown: number | null
  onShow: (version: number) => void
}

/** All versions of a model, each with a button that shows its definition. */
export function Versions({ model: { versions, version: current }, shown, onShow }: VersionsProps) {
  if (versions.length === 0) return null
  const columns = [
    { name: m.admin_models_version_column() },
    { name: m.admin_when() },
    { name: m.admin_models_source() },
    { name: m.admin_who() },
    { name: m.admin_reason() },
    { name: m.admin_models_definition() },
  ]
  const rows = versions.map(({ version, created_at, source, author, reason }) => ({
    key: version,
    cells: [
      <span key="version" className={version === current ? 'font-semibold' : undefined}>
        {formatNumber(version)}
      </span>,
      formatDateTime(created_at),
      sourceText(source),
      author,
      reason,
      <ShowButton
        key="show"
        version={version}
        isShown={version === shown}
        onShow={() => void onShow(version)}
      />,
    ],
  }))
  return (
    <Section title={m.admin_models_versions()}>
      <Table label={m.admin_models_versions()} columns={columns} rows={rows} />
    </Section>
  )
}

type ShowButtonProps = { version: number; isShown: boolean; onShow: () => void }

/** It stays a button while its version is shown, so that the keyboard focus stays on it. */
function ShowButton({ version, isShown, onShow }: ShowButtonProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      aria-disabled={isShown}
      onClick={isShown ? undefined : onShow}
      aria-label={
        isShown
          ? m.admin_models_shown_version({ version })
          : m.admin_models_show_version({ version })
      }
      className="-my-1 -mr-2.5 md:-ml-2.5"
    >
      {isShown ? m.admin_models_shown() : m.admin_models_show()}
    </Button>
  )
}
