import type { GenerationView } from '#core/generations/generation-contract.ts'
import { isComposition } from '#core/generations/rules/composition.ts'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type FormAddress, formAddress } from '#web/shared/form-address.ts'
import { formatPrice } from '#web/shared/format-price.ts'
import { historyPath } from '#web/shared/record-actions/record-links.ts'
import { isSeeded, recipeOf, recipeWithOtherSeed } from '#web/shared/start/recipe.ts'
import { useStart } from '#web/shared/start/use-start.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { historyTexts } from '../history-kinds.ts'

/** The form for making a record again, and its label. */
export type AgainAddress = FormAddress & { label: string }

type Asked = Pick<
  GenerationView,
  'id' | 'kind' | 'generation_type' | 'model' | 'input' | 'is_public'
>

/**
 * The form for making a record again, filled in with its settings, and the label for its kind
 * (docs/spec/history.md#record). A model that is no longer offered is replaced by the first of its
 * generation type; the label names it and its price. Nothing for a record that no model made, such as
 * one of the canvas.
 */
export function againOf(generation: Asked, prices?: Prices): AgainAddress | undefined {
  if (isComposition(generation)) return undefined
  const label = historyTexts[generation.kind].again()
  const offered = offeredModels(generation.generation_type)
  const [replacement] = offered
  if (offered.some(({ id }) => id === generation.model) || !replacement)
    return { ...formAddress(generation), label }
  const address = formAddress({ ...generation, model: replacement.id })
  const price = priceOf(replacement, prefill(replacement, address.query).values, prices)
  const words = { action: label, model: replacement.name, credits: formatPrice(price) }
  return { ...address, label: m.history_again_replaced(words) }
}

/** The same, at the prices of this installation. */
export function useAgain(generation: GenerationView): AgainAddress | undefined {
  return againOf(generation, usePrices())
}

/** Makes a record again with one press, with another seed where that makes a difference. */
export type AnotherStart = {
  credits: string
  isSeeded: boolean
  isUnderWay: boolean
  start: () => void
}

/**
 * Starts a generation with the settings of a record, with that record as its parent, and shows a
 * toast with a link to it. Nothing when its model is no longer offered.
 */
export function useAnother(generation: GenerationView): AnotherStart | undefined {
  const prices = usePrices()
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
    credits: formatPrice(priceOf(recipe.model, recipe.values, prices)),
    isSeeded: isSeeded(recipe.model),
    isUnderWay,
    start: () => void start((isSeeded(recipe.model) && recipeWithOtherSeed(generation)) || recipe),
  }
}
