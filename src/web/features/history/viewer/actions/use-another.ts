import { priceOf } from '#catalogue/price.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate } from '#web/lib/location.ts'
import { usePriceOverrides } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-links.ts'
import { isSeeded, recipeOf, recipeWithOtherSeed } from '#web/shared/start/recipe.ts'
import { useStart } from '#web/shared/start/use-start.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** The same again at one press, with another seed where that makes a difference. */
export type Another = { credits: string; isSeeded: boolean; isUnderWay: boolean; start: () => void }

/**
 * Starts what a record was made from once more, with that record as its parent, and says so with
 * the way to it. Nothing when its model is no longer offered.
 */
export function useAnother(generation: GenerationView): Another | undefined {
  const prices = usePriceOverrides()
  const { start, isUnderWay } = useStart({
    onProblems: () =>
      toast(m.viewer_not_started(), { tone: 'bad', description: m.viewer_not_started_text() }),
    onSignInNeeded: () => undefined,
    onStarted: ({ kind, credits_charged }) => {
      const show = () => navigate(historyPath(kind))
      toast(m.viewer_started(), {
        description: m.viewer_started_text({ credits: formatNumber(credits_charged) }),
        action: { label: m.viewer_started_show(), onAction: show },
      })
    },
  })
  const recipe = recipeOf(generation)
  if (!recipe) return undefined
  return {
    credits: formatNumber(priceOf(recipe.model, recipe.values, prices).credits),
    isSeeded: isSeeded(recipe.model),
    isUnderWay,
    start: () => void start((isSeeded(recipe.model) && recipeWithOtherSeed(generation)) || recipe),
  }
}
