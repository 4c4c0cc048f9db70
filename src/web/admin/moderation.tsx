import type { ComponentType } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from './action-dialog.tsx'
import { BlockedHashes } from './blocked-hashes.tsx'
import { BlockedTerms } from './blocked-terms.tsx'
import { usePermissions } from './use-permission.ts'

const FeatureSections = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/moderation-section.tsx', {
    eager: true,
    import: 'ModerationSection',
  }),
)

/** What features add, the hashes of removed files, and the blocked terms. */
export function ModerationTab() {
  const may = usePermissions()
  return (
    <div className="flex flex-col gap-10">
      <FeatureSections />
      <BlockedHashes />
      {may('settings.read') && <BlockedTerms />}
    </div>
  )
}

/** Removes the result of a generation for everyone. */
export function TakedownButton({ id }: { id: string }) {
  return (
    <ActionButton
      act={{
        title: m.admin_takedown(),
        text: m.admin_takedown_text(),
        path: `/api/admin/moderation/${id}/takedown`,
        isDanger: true,
        fields: (
          <Field label={m.admin_takedown_note()} hint={m.admin_takedown_note_hint()}>
            {(control) => <Input {...control} name="note" maxLength={1000} required />}
          </Field>
        ),
        body: (form) => ({ note: String(form.get('note') ?? '').trim() }),
      }}
    />
  )
}
