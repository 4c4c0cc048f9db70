import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { useResumedAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { isImage, secondsOf } from '#web/shared/media.ts'
import { ReceiptButton } from '#web/shared/receipt.tsx'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { SampleBadge } from '#web/shared/sample-badge.tsx'
import { isSeeded, type Recipe, recipeOf, recipeWithOtherSeed } from '#web/shared/start/recipe.ts'
import { toggleFullScreen } from '#web/ui/media/playback.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { JobActions } from './job-actions.tsx'
import { durationMs } from './job-progress.ts'
import { jobState } from './job-state.ts'
import { FailedJob, JobInProgress } from './job-status.tsx'
import { resultBodies } from './result-bodies.ts'

const ResultViewer = lazyPart(
  async () => (await import('./result-viewer.tsx')).ResultViewer,
  ({ index, onClose }) => ({ isOpen: index !== null, onClose }),
)

export type JobProps = {
  generation: GenerationView
  prices: Prices
  /** `resumedAction`: the action that is resumed after a sign-in, should one be required. */
  onStart: (recipe: Recipe, resumedAction: string) => void
  onReuse: (generation: GenerationView) => void
  /** Puts a generation that was just started on the stage. */
  onAdd: (generation: GenerationView) => void
  /** Clears the stage for something new. */
  onReset: () => void
  /** Clears the stage and the form's prompt and files. */
  onNew: () => void
}

/** The action that is resumed after a sign-in: the same generation once more. */
const retryAction = (id: string) => `again ${id}`

/** One generation on the stage, from its place in the queue to the result or the failure. */
export function Job({ generation, prices, onStart, onReuse, onAdd, onReset, onNew }: JobProps) {
  const state = jobState(generation)
  const recipe = recipeOf(generation)
  const actions = useGenerationActions(generation)
  const player = useRef<HTMLElement>(null)
  const [isComparing, setComparing] = useState(true)
  const [chosen, setChosen] = useState(0)
  const [viewed, setViewed] = useState<number | null>(null)
  const again = recipe && {
    price: formatPrice(priceOf(recipe.model, recipe.values, prices)),
    isSeeded: isSeeded(recipe.model),
    onReuse: () => onReuse(generation),
  }
  const hasFailed = state === 'failed' || state === 'cancelled'
  const startAgain = () => {
    const next = hasFailed ? recipe : (recipeWithOtherSeed(generation) ?? recipe)
    if (next) onStart(next, retryAction(generation.id))
  }
  useResumedAction(
    retryAction(generation.id),
    recipe !== undefined && !isOpen(generation),
    startAgain,
  )
  const Body = resultBodies[kindFacts[generation.kind].display]
  useEffect(() => whenIdle(() => void ResultViewer.preload()), [])

  return (
    <>
      <div className="relative min-h-0 flex-1">
        {hasFailed && (
          <FailedJob
            generation={generation}
            again={again && { ...again, onStart: startAgain }}
            onReset={onReset}
          />
        )}
        {hasNoResult(generation) && <LoadingResult />}
        {!hasFailed && !hasNoResult(generation) && (
          <Suspense>
            <Body
              {...{ generation, player, isComparing, chosen, onAdd }}
              onChoose={setChosen}
              onOpenImage={setViewed}
              onDownload={actions.download}
            />
          </Suspense>
        )}
        {isOpen(generation) && <JobInProgress generation={generation} onCancel={actions.cancel} />}
      </div>
      <div className="flex min-h-24 shrink-0 flex-col justify-center gap-1 px-4 lg:px-6 2xl:min-h-16 2xl:flex-row 2xl:items-center 2xl:justify-between 2xl:gap-6">
        <Caption generation={generation} />
        {(state === 'done' || state === 'partial') && (
          <JobActions
            {...{ generation, actions, onAdd, onNew }}
            onFullScreen={() =>
              generation.images.every(isImage)
                ? setViewed(chosen)
                : toggleFullScreen(player.current)
            }
            compare={{ isOn: isComparing, onChange: setComparing }}
            chosen={generation.images[chosen]}
            again={again && { ...again, onStart: startAgain }}
          />
        )}
      </div>
      <LastingViewer
        generation={generation}
        index={viewed}
        onIndexChange={(index) => {
          setViewed(index)
          setChosen(index)
        }}
        onClose={() => setViewed(null)}
        onAdd={onAdd}
        onReuse={recipe && (() => onReuse(generation))}
      />
    </>
  )
}

/** It stays rendered once it was opened, because a removed dialog cannot return the focus. */
function LastingViewer(props: ComponentProps<typeof ResultViewer>) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.index !== null && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <ResultViewer {...props} />
      </Suspense>
    )
  )
}

/** Completed, but without a file to show: the rest is still being stored (docs/spec/texts.md). */
function hasNoResult({ status, images, answer }: GenerationView): boolean {
  return status === 'completed' && images.length === 0 && answer === null
}

function LoadingResult() {
  return (
    <p className="absolute inset-0 m-auto h-fit w-fit px-4 text-center text-quiet">
      {m.work_loading()}
    </p>
  )
}

/** The caption: the prompt, and model · size · seconds · credits · seed. */
function Caption({ generation }: { generation: GenerationView }) {
  return (
    <div className="flex min-w-0 items-center gap-1 2xl:max-w-2/5">
      <div className="min-w-0 max-2xl:flex-1">
        <p className="truncate" title={generation.prompt}>
          {generationTitle(generation)}
        </p>
        <p className="flex items-center gap-2 text-small text-quiet tabular-nums">
          <span className="min-w-0 md:truncate">{factsOf(generation).join(' · ')}</span>
          {generation.is_sample && generation.status !== 'failed' && <SampleBadge />}
        </p>
      </div>
      <ReceiptButton generation={generation} />
    </div>
  )
}

function factsOf(generation: GenerationView): string[] {
  const { model_name, width, height, seed, images } = generation
  const took = durationMs(generation)
  const length = images[0] && secondsOf(images[0])
  const paid = generation.credits_charged - generation.credits_refunded
  return [
    model_name,
    width && height && `${width} × ${height}`,
    length !== undefined && clockText(length),
    took !== null && images.length > 0 && length === undefined && formatElapsed(took),
    paid > 0 && m.stage_credits({ count: paid, amount: formatNumber(paid) }),
    seed !== null && images.length > 0 && m.stage_seed({ seed }),
  ].filter((fact) => typeof fact === 'string')
}
