import type { Model } from '#catalogue/model.ts'
import { fieldOfParameter } from '#catalogue/prefill.ts'
import { goOnWith } from '#web/lib/prompts/go-on.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { DraftForm } from '../use-draft.ts'

type FormNotesProps = {
  form: DraftForm
  isSignedIn: boolean
  /** It is submitted by itself as soon as its files are there. */
  goesOn: boolean
}

/**
 * What happened to the form before anybody touched it: filled in from a link, or kept through a
 * sign-in.
 */
export function FormNotes({ form, isSignedIn, goesOn }: FormNotesProps) {
  const { note, draft } = form
  const isKept = draft.isWanted && isSignedIn && !goesOn
  if (!note && !isKept && !goesOn) return null
  return (
    <div className="flex flex-col gap-2">
      {goesOn && (
        <Notice tone="good" announce="politely" action={<NotNow />}>
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

/** What the form calls the fields that these parameters of a link are about. */
function labels(model: Model, parameters: readonly string[]): string {
  const names = parameters.map((parameter) =>
    parameter === 'model'
      ? m.create_model()
      : fieldText(fieldOfParameter(model, parameter), model.kind).label(),
  )
  return [...new Set(names)].join(m.create_link_ignored_separator())
}

function NotNow() {
  return (
    <Button size="small" variant="quiet" onClick={() => goOnWith(undefined)}>
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
