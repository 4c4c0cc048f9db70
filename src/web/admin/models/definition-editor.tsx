import { type ReactNode, Suspense, use, useDeferredValue } from 'react'
import type { Model } from '#core/models/rules/model.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Section } from '../admin-section.tsx'
import { DefinitionText } from './definition-text.tsx'
import { lineOf, linesOfPaths } from './json-lines.ts'
import { PreviewSlot } from './preview-slot.ts'
import type { CheckedDefinition, Problem } from './use-checked-definition.ts'

type DefinitionEditorProps = {
  text: string
  onChange: (text: string) => void
  checked: CheckedDefinition
  isReadOnly?: boolean
  /** What can be done with it. */
  children: ReactNode
}

/** The definition as text with its problems and actions; beside it the form that it makes. */
export function DefinitionEditor({
  text,
  onChange,
  checked,
  isReadOnly = false,
  children,
}: DefinitionEditorProps) {
  const { definition, problems, error, model } = checked
  const lines = linesOfPaths(text)
  const located = (problems ?? []).map((problem) => ({
    ...{ problem, line: lineOf(lines, problem.path) },
  }))
  const format = () => definition && onChange(formatDefinition(definition))
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="flex min-w-0 flex-col gap-3">
        <Field
          label={m.admin_models_definition()}
          aside={
            !isReadOnly && (
              <Button variant="quiet" size="small" onClick={format} aria-disabled={!definition}>
                {m.admin_models_format()}
              </Button>
            )
          }
        >
          {(control) => (
            <DefinitionText
              value={text}
              onChange={onChange}
              isReadOnly={isReadOnly}
              marked={new Set(located.map(({ line }) => line))}
              control={control}
            />
          )}
        </Field>
        <div role="status" aria-label={m.admin_models_problems()}>
          {error && <Notice tone="warn">{errorText(error, m.admin_no_answer())}</Notice>}
          {problems?.length === 0 && (
            <p className="text-small text-good">{m.admin_models_valid()}</p>
          )}
          {!problems && !error && (
            <p className="text-small text-quiet">{m.admin_models_checking()}</p>
          )}
          {located.length > 0 && <Problems located={located} />}
        </div>
        {children}
      </div>
      <LiveForm model={model} isOutdated={(problems?.length ?? 0) > 0} />
    </div>
  )
}

/** A definition as it is edited. */
export function formatDefinition(definition: object): string {
  return JSON.stringify(definition, null, 2)
}

function Problems({ located }: { located: { problem: Problem; line: number }[] }) {
  return (
    <Notice tone="bad" title={m.admin_models_invalid()}>
      <ul className="mt-1 flex flex-col gap-1">
        {located.map(({ problem: { path, message }, line }) => (
          <li key={`${path} ${message}`}>
            {path !== '' && <code className="font-mono text-small">{path}</code>} {message}{' '}
            <span className="text-small text-quiet">{m.admin_models_line({ line })}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The form of the definition, or of the last one that was valid. */
function LiveForm({ model, isOutdated }: { model: Model | null; isOutdated: boolean }) {
  const renderPreview = use(PreviewSlot)
  // Typing stays fast while a large form is drawn.
  const shown = useDeferredValue(model)
  return (
    <Section title={m.admin_models_form()}>
      {isOutdated && shown && <p className="text-small text-warn">{m.admin_models_form_old()}</p>}
      {!shown && <p className="text-quiet">{m.admin_models_form_none()}</p>}
      {shown && (
        <div className="rounded-panel border border-line bg-raised p-4">
          <Suspense fallback={<p className="text-quiet">{m.admin_loading()}</p>}>
            {renderPreview(shown)}
          </Suspense>
        </div>
      )}
    </Section>
  )
}
