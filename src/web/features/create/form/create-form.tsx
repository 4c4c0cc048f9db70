import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { FieldGroup } from '#catalogue/field.ts'
import type { Model } from '#catalogue/model.ts'
import type { PriceOverrides } from '#catalogue/price.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Switch } from '#web/ui/controls/switch.tsx'
import { changedSettings, changeModel, resetSettings } from '../recipe.ts'
import { Advanced } from './advanced.tsx'
import { Fields } from './fields.tsx'
import { FormNotes } from './form-notes.tsx'
import { ModelPicker } from './model-picker.tsx'
import type { DraftForm } from './use-draft.ts'

type CreateFormProps = {
  id: string
  title: string
  description: string
  form: DraftForm
  prices: PriceOverrides
  isSignedIn: boolean
  onSubmit: () => void
}

/** The form of a generation type, drawn from the chosen model's fields. */
export function CreateForm({ id, title, description, form, prices, isSignedIn, onSubmit }: CreateFormProps) {
  const { model, values, setAside, isPublic } = form.draft
  const element = useFocusOnProblem(form)
  const canReset = changedSettings(model, values).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={element}
      id={id}
      noValidate
      aria-label={title}
      onSubmit={submit}
      onKeyDown={submitByShortcut}
      className="flex flex-col gap-5"
    >
      <header>
        <h1 className="text-title">{title}</h1>
        <p className="mt-1 text-quiet">{description}</p>
      </header>
      <FormNotes form={form} isSignedIn={isSignedIn} />
      <ModelPicker
        model={model}
        values={values}
        prices={prices}
        onChoose={(next) => form.change({ model: next, ...changeModel(model, next, values, setAside) })}
      />
      {groupsOf(model).map((group) => (
        <Fields key={group} form={form} group={group} />
      ))}
      <Switch
        label={m.create_public()}
        hint={isPublic ? m.create_public_hint() : m.create_private_hint()}
        checked={isPublic}
        onChange={(next) => form.change({ isPublic: next })}
      />
      <Advanced
        generationType={model.generationType}
        changed={changedSettings(model, values, 'advanced').length}
        hasProblem={Object.keys(form.problems).some((name) => model.fields[name]?.group === 'advanced')}
        onReset={canReset ? () => form.change({ values: resetSettings(model, values) }) : undefined}
      >
        <Fields form={form} group="advanced" />
      </Advanced>
    </form>
  )
}

/** A form that is about a file begins with it. */
function groupsOf({ fields }: Model): FieldGroup[] {
  const [first] = Object.values(fields)
  return first?.group === 'inputs' ? ['inputs', 'prompt', 'shape'] : ['prompt', 'inputs', 'shape']
}

/** Ctrl or Cmd with Enter submits from anywhere in the form. Enter alone never does: it would spend credits by accident. */
function submitByShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    if (!event.repeat) event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}

/** Takes the reader to the first field that needs mending, each time problems are shown. */
function useFocusOnProblem({ timesShown }: DraftForm) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (timesShown > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [timesShown])
  return element
}
