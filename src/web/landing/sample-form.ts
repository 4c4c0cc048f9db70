import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'

/** A sample of one kind, made by us: its prompt, its form, and what to show. */
export type WallSample = {
  generationType: string
  /** The model of its form; another one of the type where this one is not offered. */
  model: string
  prompt: () => string
  media:
    | { kind: 'clip'; src: string; poster: string }
    | { kind: 'edit'; before: string; after: string }
    | { kind: 'sound'; src: string }
}

/** A form filled with a sample's prompt, and its price in credits. */
export type SampleForm = {
  kind: Kind
  to: string
  query: Record<string, string>
  credits: number
}

/** The form of a sample; `undefined` where the studio offers no model of its type. */
export function sampleForm(
  {
    generationType,
    model: id,
    prompt,
  }: Pick<WallSample, 'generationType' | 'prompt'> & {
    model?: string
  },
  prices: Prices,
): SampleForm | undefined {
  const offered = offeredModels(generationType)
  const model = offered.find((one) => one.id === id) ?? offered[0]
  if (!model) return undefined
  const query = { model: model.id, [model.promptField ?? 'prompt']: prompt() }
  return {
    kind: model.kind,
    to: formPath({ generationType, model: model.id }),
    query,
    credits: priceOf(model, prefill(model, query).values, prices).credits,
  }
}
