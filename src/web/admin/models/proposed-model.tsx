import { useQueryClient } from '@tanstack/react-query'
import type { AdminModelView, ImportedModelView } from '#core/models/admin-models-contract.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { modelQuery } from '../admin-query.ts'
import { Section } from '../admin-section.tsx'
import { formatDefinition } from './definition-editor.tsx'
import { ModelEditor } from './model-editor.tsx'
import { modelPath } from './model-texts.ts'

/** What was made of a document, to be corrected and saved. */
export function ProposedModel({
  imported: { definition, unmapped, problems },
}: {
  imported: ImportedModelView
}) {
  const client = useQueryClient()
  const onSaved = (view: AdminModelView) => {
    client.setQueryData(modelQuery(view.generation_type, view.id).queryKey, view)
    navigate(modelPath(view))
  }
  return (
    <div className="flex flex-col gap-6">
      {problems.length > 0 && (
        <Notice tone="bad" title={m.admin_models_import_problems()} announce="politely">
          <PathList entries={problems.map(({ path, message }) => ({ path, text: message }))} />
        </Notice>
      )}
      {unmapped.length > 0 && (
        <Section title={m.admin_models_unmapped({ count: unmapped.length })}>
          <PathList entries={unmapped.map(({ path, reason }) => ({ path, text: reason }))} />
        </Section>
      )}
      {definition && (
        <ModelEditor initial={formatDefinition(definition)} version={null} onSaved={onSaved} />
      )}
    </div>
  )
}

function PathList({ entries }: { entries: { path: string; text: string }[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {entries.map(({ path, text }) => (
        <li key={`${path} ${text}`} className="wrap-anywhere">
          <code className="font-mono text-small">{path}</code>{' '}
          <span className="text-quiet">{text}</span>
        </li>
      ))}
    </ul>
  )
}
