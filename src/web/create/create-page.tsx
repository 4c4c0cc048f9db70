import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { accountQuery } from '#web/lib/account.ts'
import { followKeyboard } from '#web/lib/browser/keyboard-inset.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type Recipe, recipeOf, seedOf, withSeed } from '#web/shared/start/recipe.ts'
import type { StartFailure } from '#web/shared/start/start-outcome.ts'
import { useStart } from '#web/shared/start/use-start.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { CreateForm } from './form/create-form.tsx'
import { LastSeed } from './form/seed-control.tsx'
import type { Example } from './stage/example-wall.tsx'
import { Stage } from './stage/stage.tsx'
import { type Session, useSession } from './stage/use-session.ts'
import { saveCarriedInputs } from './start/carry-over.ts'
import { type Draft, writeDraft } from './start/draft.ts'
import { effectiveValues, exampleValues, withoutInputs } from './start/form-values.ts'
import { type DraftForm, useDraft } from './start/use-draft.ts'
import { severalPrompts, singleRecipe } from './submit/prompt-recipes.ts'
import { PromptsDialog } from './submit/prompts-button.tsx'
import { SubmitBar } from './submit/submit-bar.tsx'
import { useFormSubmit } from './submit/use-form-submit.ts'

type CreatePageProps = {
  generationType: string
  /** The model that the address itself selects. */
  modelId: string | undefined
  title: string
  description: string
  /** The example on the empty stage. */
  examples?: readonly Example[]
}

/**
 * The page of one kind of generation: the form left, the stage right. On narrow windows the form
 * comes first until there is something on the stage, and the button stays at the bottom edge, above
 * an on-screen keyboard.
 */
export function CreatePage({
  generationType,
  modelId,
  title,
  description,
  examples = [],
}: CreatePageProps) {
  const formId = useId()
  const form = useDraft(generationType, modelId)
  const session = useSession(generationType)
  const prices = usePrices()
  const { data: account } = useQuery(accountQuery)
  const { start, isUnderWay, failure } = useFormStart(generationType, form, session)
  const stage = useScrollToStage(session.selected?.id)
  const { draft } = form
  const isPublic = draft.isPublic ?? account?.default_public ?? true
  const recipe = { ...draft, isPublic }
  const several = severalPrompts(recipe, prices)
  const [isChoosing, setChoosing] = useState(false)
  const { submit, isUploading, isResuming } = useFormSubmit({
    generationType,
    isSignedIn: account === undefined ? undefined : account !== null,
    onReady: () => {
      if (draft.isWanted) form.change({ isWanted: false })
      if (several) setChoosing(true)
      else start(singleRecipe(recipe), generationType)
    },
  })
  const isIdle = !session.selected && !session.isAwaited && !failure
  return (
    <div className="flex flex-1 flex-col max-lg:bg-stage max-lg:[&_*]:scroll-mt-16 max-lg:[&_*]:scroll-mb-24 lg:grid lg:h-stage lg:flex-none lg:grid-cols-[clamp(22.5rem,28vw,25rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto]">
      <div
        className={`flex-1 px-4 py-5 short:py-3 max-lg:short:order-1 max-lg:bg-raised lg:relative lg:overflow-y-auto lg:px-6 lg:py-4 ${isIdle ? 'max-lg:order-1 max-lg:flex-none max-lg:pt-3' : 'max-lg:order-2 max-lg:rounded-t-panel max-lg:border-t max-lg:border-line'}`}
      >
        <div className="mx-auto max-w-2xl">
          <LastSeed value={session.selected && seedOf(session.selected)}>
            <CreateForm
              id={formId}
              title={title}
              description={description}
              form={form}
              prices={prices}
              isSignedIn={Boolean(account)}
              isPublic={isPublic}
              isResuming={isResuming}
              onSubmit={submit}
              recipe={recipe}
              isUploading={isUploading}
            />
          </LastSeed>
        </div>
      </div>
      <div
        ref={followKeyboard}
        data-toast-clear
        className="sticky bottom-[var(--keyboard,0px)] z-[6] flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-ground px-4 py-3 max-lg:order-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:px-6"
      >
        <SubmitBar
          formId={formId}
          model={draft.model}
          values={effectiveValues(draft.model, draft.values)}
          prices={prices}
          isUnderWay={isUnderWay}
          isUploading={isUploading}
          several={several}
        />
      </div>
      {isChoosing && (
        <Suspense>
          <PromptsDialog
            recipe={recipe}
            isUploading={isUploading}
            isList={false}
            onProblems={form.showProblems}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      <section
        ref={stage}
        aria-label={m.stage_label()}
        className={`flex flex-col bg-stage max-lg:short:order-2 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-auto ${isIdle ? 'max-lg:order-2 max-lg:flex-1' : 'max-lg:order-1'}`}
      >
        <Stage
          session={session}
          prices={prices}
          failure={failure}
          onStart={start}
          onReuse={(generation) => reuse(generation, form, { generationType, modelId })}
          examples={examples}
          hasText={hasText(draft)}
          onNewForm={() =>
            form.change({ values: withoutInputs(draft.model, draft.values), parentId: undefined })
          }
          onExample={(example) =>
            form.change({ values: { ...draft.values, ...exampleValues(draft.model, example) } })
          }
        />
      </section>
    </div>
  )
}

function hasText({ model, values }: Draft): boolean {
  const text = values[model.promptField ?? 'prompt']
  return typeof text === 'string' && text.trim() !== ''
}

/**
 * Starts generations from a form, and keeps why the last start failed until it is retried or
 * dismissed.
 */
function useFormStart(generationType: string, form: DraftForm, session: Session) {
  const [failure, setFailure] = useState<StartFailure>()
  const latest = useRef<() => void>(undefined)
  const { start: send, isUnderWay } = useStart({
    onFailed: setFailure,
    onProblems: form.showProblems,
    onSignInNeeded: (resumedAction) => form.change({ isWanted: resumedAction === generationType }),
    onStarted: (generation) => {
      // The next generation from this form is a new one, without the parent of this one.
      form.change({ isWanted: false, parentId: undefined })
      session.add(generation)
    },
  })
  const start = (recipe: Recipe, resumedAction?: string) => {
    latest.current = () => start(recipe, resumedAction)
    setFailure(undefined)
    void send(recipe, resumedAction)
  }

  return {
    start,
    isUnderWay,
    failure: failure && {
      ...failure,
      onRetry: () => latest.current?.(),
      onDismiss: () => setFailure(undefined),
    },
  }
}

/**
 * Fills a form with the settings of a generation: this form where it matches, otherwise the
 * generation's own.
 */
function reuse(
  generation: GenerationView,
  form: DraftForm,
  { generationType, modelId }: Pick<CreatePageProps, 'generationType' | 'modelId'>,
) {
  const recipe = recipeOf(generation)
  if (!recipe) return
  const filled = withSeed(recipe, seedOf(generation))
  const { generationType: type, id } = recipe.model
  const isHere = type === generationType && (!modelId || modelId === id)
  if (isHere) form.change(filled)
  else openForm(filled)
  toast(m.create_reused())
}

/** Opens the form of another type with this file as its input. */
function openForm(recipe: Recipe) {
  const draft: Draft = { ...recipe, setAside: {}, isWanted: false }
  writeDraft(recipe.model.generationType, draft)
  saveCarriedInputs(draft)
  navigate(formPath({ generationType: recipe.model.generationType, model: recipe.model.id }))
}

/** On narrow windows the stage may be outside the window. */
function useScrollToStage(selectedId: string | undefined) {
  const stage = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selectedId !== undefined) stage.current?.scrollIntoView({ block: 'start' })
  }, [selectedId])
  return stage
}
