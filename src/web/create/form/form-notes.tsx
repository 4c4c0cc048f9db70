import { useQuery } from '@tanstack/react-query'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { fieldOfParameter } from '#core/models/rules/prefill.ts'
import { type Warning, warningsOf } from '#core/models/rules/price.ts'
import { generationQuery } from '#web/lib/jobs/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { setResumedAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { TriangleAlert, X } from '#web/ui/icons/basic-icons.ts'
import { CornerUpLeft } from '#web/ui/icons/form-icons.ts'
import type { DraftForm, Problems } from '../start/use-draft.ts'
import { fieldId, focusField, listedProblemText } from './field-problems.ts'

type FormNoticesProps = {
  form: DraftForm
  isSignedIn: boolean
  /** The form is submitted automatically as soon as its files are uploaded. */
  isResuming: boolean
}

/**
 * What changed the form before the user did: a link that filled it in, or a sign-in that restored
 * it.
 */
export function FormNotices({ form, isSignedIn, isResuming }: FormNoticesProps) {
  const { note, draft } = form
  const isKept = draft.isWanted && isSignedIn && !isResuming
  if (!note && !isKept && !isResuming) return null
  return (
    <div className="flex flex-col gap-2">
      {isResuming && (
        <Notice tone="good" announce="politely" action={<CancelAutoSubmit />}>
          {m.create_goes_on()}
        </Notice>
      )}
      {isKept && (
        <Notice tone="good" announce="politely">
          {m.create_go_on()}
        </Notice>
      )}
      {note && (
        <Notice announce="politely" action={<NoteActions form={form} />}>
          {note.replaced && <p>{m.create_link_replaced()}</p>}
          {note.ignored.length > 0 && (
            <p>{m.create_link_ignored({ names: labels(draft.model, note.ignored) })}</p>
          )}
        </Notice>
      )}
    </div>
  )
}

/** The form's names for the fields that these parameters of a link set. */
function labels(model: Model, parameters: readonly string[]): string {
  const names = parameters.map((parameter) =>
    parameter === 'model'
      ? m.create_model()
      : fieldText(fieldOfParameter(model, parameter), model).label(),
  )
  return [...new Set(names)].join(m.create_link_ignored_separator())
}

function CancelAutoSubmit() {
  return (
    <Button size="small" variant="quiet" onClick={() => setResumedAction(undefined)}>
      {m.create_goes_on_not()}
    </Button>
  )
}

function NoteActions({ form }: { form: DraftForm }) {
  const replaced = form.note?.replaced
  const restore = () => {
    if (replaced) form.change(replaced)
    form.dismissNote()
  }
  return (
    <div className="flex gap-2">
      {replaced && (
        <Button size="small" onClick={restore}>
          {m.create_link_restore()}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={form.dismissNote}>
        {m.create_dismiss()}
      </Button>
    </div>
  )
}

type ParentLinkProps = { parentId: string; isSignedIn: boolean; onForget: () => void }

/** The generation that the form repeats, while it still exists, and a button to forget it. */
export function ParentLink({ parentId, isSignedIn, onForget }: ParentLinkProps) {
  const { data: parent } = useQuery({ ...generationQuery(parentId), enabled: isSignedIn })
  if (!parent) return null
  return (
    <p className="-my-2 flex items-center gap-1.5 text-small text-quiet">
      <CornerUpLeft size={14} aria-hidden className="shrink-0" />
      <span className="shrink-0">{m.work_again_from()}</span>
      <Link
        {...recordAddress(parent)}
        className="min-w-0 truncate rounded-control text-text underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {generationTitle(parent)}
      </Link>
      <IconButton
        icon={X}
        small
        label={m.work_again_forget()}
        onClick={onForget}
        className="-my-1"
      />
    </p>
  )
}

/** All problems of a video's settings, each with a link to its field (docs/spec/texts.md). */
export function ParameterErrors({ model, problems }: { model: Model; problems: Problems }) {
  const found = Object.values(problems)
  if (model.kind !== 'video' || found.length === 0) return null
  return (
    <Notice tone="bad" title={m.create_parameter_errors()} announce="now">
      <ul className="mt-1 flex flex-col">
        {found.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${fieldId(problem.field)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(problem.field)
              }}
              className="inline-flex min-h-6 items-center rounded-[3px] underline decoration-edge underline-offset-2 hover:text-text"
            >
              {listedProblemText(problem, fieldText(problem.field, model))}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The settings that cost additional time or credits (docs/spec/creation.md#models). */
export function Warnings({ model, values }: { model: Model; values: FormValues }) {
  const warnings = warningsOf(model, values)
  if (warnings.length === 0) return null
  return (
    <ul aria-label={m.create_warnings()} className="flex flex-col gap-1">
      {warnings.map((warning) => (
        <li key={warning.reason} className="flex gap-2 text-small text-quiet">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {warningText(warning)}
        </li>
      ))}
    </ul>
  )
}

function warningText(warning: Warning): string {
  switch (warning.reason) {
    case 'frames':
      return m.create_warning_frames({ more: warning.percent - 100 })
    case 'steps':
      return m.create_warning_steps({ more: warning.percent - 100 })
    case 'interpolation':
      return m.create_warning_interpolation({ more: warning.percent - 100 })
    case 'length':
      return m.create_warning_length({ more: warning.percent - 100 })
    case 'many-steps':
      return m.create_warning_many_steps({ above: warning.above })
  }
}
