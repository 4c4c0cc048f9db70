import { useState } from 'react'
import type { AdminModelView } from '#core/models/admin-models-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { DefinitionEditor } from './definition-editor.tsx'
import { useCheckedDefinition } from './use-checked-definition.ts'

type ModelEditorProps = {
  /** The text to start from. */
  initial: string
  /** The version that it is a change of; `null`: a new model. */
  version: number | null
  isReadOnly?: boolean
  onSaved: (view: AdminModelView) => void
}

/** A definition to edit, and to save as a new version or as a new model. */
export function ModelEditor({ initial, version, isReadOnly = false, onSaved }: ModelEditorProps) {
  const [text, setText] = useState(initial)
  const checked = useCheckedDefinition(text)
  const { definition } = checked
  const isValid = definition !== undefined && checked.problems?.length === 0
  const save = (title: string, description: string, enabled = true) => (
    <ActionButton
      isDisabled={!isValid}
      act={{
        title,
        text: description,
        path: '/api/admin/models',
        body: () => ({ definition, enabled, expected_version: version }),
        onDone: onSaved,
      }}
    />
  )
  return (
    <DefinitionEditor text={text} onChange={setText} checked={checked} isReadOnly={isReadOnly}>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          {version === null ? (
            <>
              {save(m.admin_models_save_enabled(), m.admin_models_save_enabled_text())}
              {save(m.admin_models_save_disabled(), m.admin_models_save_disabled_text(), false)}
            </>
          ) : (
            save(m.admin_models_save(), m.admin_models_save_text())
          )}
          <Button variant="quiet" onClick={() => setText(initial)} aria-disabled={text === initial}>
            {m.admin_models_revert()}
          </Button>
        </div>
      )}
    </DefinitionEditor>
  )
}
