import { lazy, Suspense, useState } from 'react'
import { type PriceOverrides, priceOf } from '#catalogue/price.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { type Recipe, recipeOf, withSeed } from '../../recipe.ts'
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
  const again = recipe && {
    price: formatNumber(priceOf(recipe.model, recipe.values, prices).credits),
    onReuse: () => onReuse(generation),
  }
  const cameToNothing = state === 'failed' || state === 'cancelled'

  return (
    <>
      <div className="relative min-h-0 flex-1">
        {cameToNothing ? (
          <Failed generation={generation} again={again && { ...again, onStart: () => onStart(recipe) }} />
        ) : (
          <Pictures generation={generation} onOpenImage={setViewed} onDownload={actions.download} />
        )}
        {isOpen(generation) && <InProgress generation={generation} onCancel={actions.cancel} />}
      </div>
      <div className="flex min-h-24 shrink-0 flex-col justify-center gap-1 px-4 lg:px-6 2xl:min-h-16 2xl:flex-row 2xl:items-center 2xl:justify-between 2xl:gap-6">
        <Caption generation={generation} />
        {(state === 'done' || state === 'partial') && (
          <Actions
            generation={generation}
            actions={actions}
            onFullScreen={() => setViewed(0)}
            again={again && { ...again, onStart: () => onStart(withSeed(recipe, undefined)) }}
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
