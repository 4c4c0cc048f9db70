import { RotateCw, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type PriceOverrides, priceOf } from '#catalogue/price.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { type Recipe, recipeOf, withSeed } from '../../recipe.ts'
import { isHeldKey, isSecondOfDouble } from '../../submit/deliberate-press.ts'
import { stateOf } from '../state.ts'
import { Actions } from './actions.tsx'
import { Caption } from './caption.tsx'
import { Failed } from './failed.tsx'
import { InProgress } from './in-progress.tsx'
import { Pictures } from './pictures.tsx'
import { useWorkActions } from './use-work-actions.ts'

const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }))

export type JobProps = {
  generation: GenerationView
  prices: PriceOverrides
  onStart: (recipe: Recipe) => void
  onReuse: (generation: GenerationView) => void
}

/** One piece of work on the stage, from its place in the queue to the pictures or to why there are none. */
export function Job({ generation, prices, onStart, onReuse }: JobProps) {
  const state = stateOf(generation)
  const recipe = recipeOf(generation)
  const actions = useWorkActions(generation)
  const [viewed, setViewed] = useState<number | null>(null)
  // It stays once it was opened, because a dialog that vanishes cannot give the focus back.
  const [wasViewed, setWasViewed] = useState(false)
  if (viewed !== null && !wasViewed) setWasViewed(true)
  const hasPictures = state === 'done' || state === 'partial'
  const price = recipe && formatNumber(priceOf(recipe.model, recipe.values, prices).credits)
  const reuse = recipe && (() => onReuse(generation))

  return (
    <>
      <div className="relative min-h-0 flex-1">
        {state !== 'failed' && state !== 'cancelled' && (
          <Pictures
            generation={generation}
            isOpen={isOpen(generation)}
            onOpenImage={setViewed}
            onDownload={(images) => void actions.download(images)}
          />
        )}
        {isOpen(generation) && <InProgress generation={generation} onCancel={actions.cancel} />}
        {(state === 'failed' || state === 'cancelled') && (
          <Failed generation={generation}>
            {recipe && (
              <Button
                icon={RotateCw}
                onClick={(event) => isSecondOfDouble(event) || onStart(recipe)}
                onKeyDown={(event) => isHeldKey(event) && event.preventDefault()}
                className="tabular-nums"
              >
                {m.stage_try_again({ credits: price ?? '' })}
              </Button>
            )}
            {reuse && (
              <Button variant="quiet" icon={SlidersHorizontal} onClick={reuse}>
                {m.stage_reuse()}
              </Button>
            )}
          </Failed>
        )}
      </div>
      <div className="flex min-h-24 shrink-0 flex-col justify-center gap-1 px-4 lg:px-6 2xl:min-h-16 2xl:flex-row 2xl:items-center 2xl:justify-between 2xl:gap-6">
        <Caption generation={generation} />
        {hasPictures && (
          <Actions
            generation={generation}
            actions={actions}
            onFullScreen={() => setViewed(0)}
            onReuse={reuse}
            again={recipe && price ? { price, onStart: () => onStart(withSeed(recipe, undefined)) } : undefined}
          />
        )}
      </div>
      {wasViewed && (
        <Suspense>
          <Viewer generation={generation} index={viewed} onIndexChange={setViewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </>
  )
}
