import { type ComponentType, type FormEvent, type KeyboardEvent, useEffect } from 'react'
import type { Model } from '#core/models/rules/model.ts'
import type { Prices } from '#core/models/rules/price.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { changeModel } from '../start/form-values.ts'
import type { DraftForm } from '../start/use-draft.ts'
import { PromptsButton } from '../submit/prompts-button.tsx'
import { SeveralButton } from '../submit/several-button.tsx'
import { focusField } from './field-problems.ts'
import { FormNotices, ParameterErrors, ParentLink } from './form-notes.tsx'
import { ModelFields } from './model-fields.tsx'
import { ModelPicker, StartLinks } from './model-picker.tsx'

/** What features add beside the title of a form. */
const FormTools = featureParts(
  import.meta.glob<ComponentType<{ form: DraftForm }>>('/src/features/*/web/form-tool.tsx', {
    eager: true,
    import: 'FormTool',
  }),
)

type CreateFormProps = {
  id: string
  title: string
  description: string
  form: DraftForm
  prices: Prices
  isSignedIn: boolean
  /** The form is submitted automatically as soon as its files are uploaded. */
  isResuming: boolean
  /** The user's choice, or else the account's default. */
  isPublic: boolean
  onSubmit: () => void
  /** What the form would start now. */
  recipe: Recipe
  isUploading: boolean
}

/** The form of a generation type, drawn from the chosen model's fields. */
export function CreateForm({
  id,
  title,
  description,
  form,
  prices,
  isSignedIn,
  isResuming,
  isPublic,
  onSubmit,
  recipe,
  isUploading,
}: CreateFormProps) {
  const { model, values, setAside, parentId } = form.draft
  useFocusFirstProblem(form)
  const choose = (next: Model) => {
    const path = formPath({ generationType: next.generationType, model: next.id })
    // Prompt and files are copied automatically; a form with several models changes in place.
    if (
      next.generationType !== model.generationType ||
      path !== formPath({ ...model, model: model.id })
    )
      navigate(path)
    else form.change({ model: next, ...changeModel(model, next, values, setAside) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      id={id}
      noValidate
      aria-label={title}
      onSubmit={submit}
      onKeyDown={submitByShortcut}
      className="flex flex-col gap-5 short:gap-3"
    >
      <header>
        <div className="flex items-baseline justify-between gap-3">
          <h1 className="text-title">{title}</h1>
          <FormTools form={form} />
        </div>
        <p className="mt-1 text-quiet short:hidden">{description}</p>
      </header>
      <FormNotices form={form} isSignedIn={isSignedIn} isResuming={isResuming} />
      {parentId && (
        <ParentLink
          parentId={parentId}
          isSignedIn={isSignedIn}
          onForget={() => form.change({ parentId: undefined })}
        />
      )}
      <StartLinks model={model} values={values} />
      <ModelPicker model={model} values={values} prices={prices} onChoose={choose} />
      <div className="-mt-3 -ml-2.5 flex flex-wrap">
        <SeveralButton recipe={recipe} isUploading={isUploading} onProblems={form.showProblems} />
        <PromptsButton recipe={recipe} isUploading={isUploading} onProblems={form.showProblems} />
      </div>
      <ParameterErrors model={model} problems={form.problems} />
      <ModelFields form={form}>
        <Switch
          label={m.create_public()}
          hint={isPublic ? m.create_public_hint() : m.create_private_hint()}
          checked={isPublic}
          onChange={(next) => form.change({ isPublic: next })}
        />
      </ModelFields>
    </form>
  )
}

/**
 * Ctrl or Cmd with Enter submits from anywhere in the form. Enter alone never does: it would spend
 * credits by accident.
 */
function submitByShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // A dialog of the form starts something else.
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
  if ((event.ctrlKey || event.metaKey) && !isInDialog) {
    event.preventDefault()
    if (!event.repeat) event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}

/** Moves the focus to the first field with a problem, each time problems are shown. */
function useFocusFirstProblem({ timesShown, problems }: DraftForm) {
  const [first] = Object.keys(problems)
  // biome-ignore lint/correctness/useExhaustiveDependencies: correcting a field must not move the focus
  useEffect(() => {
    if (timesShown === 0 || first === undefined) return
    // Folded settings are unfolded first.
    const frame = requestAnimationFrame(() => focusField(first))
    return () => cancelAnimationFrame(frame)
  }, [timesShown])
}
