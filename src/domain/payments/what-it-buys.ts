import { catalogue } from '#catalogue/catalogue.ts'
import { initialValues } from '#catalogue/input/form-values.ts'
import { type Kind, kinds } from '#catalogue/kind.ts'
import type { Credits, Model } from '#catalogue/model.ts'
import { type PriceOverrides, priceOf } from '#catalogue/pricing/price.ts'

/**
 * A model that is offered, and what one piece of work costs with the settings its form starts with.
 */
export type PricedModel = { model: Model; credits: Credits }

/** What is offered, with its prices: by kind, each in the order of the model picker. */
export function priceList(overrides: PriceOverrides): { kind: Kind; models: PricedModel[] }[] {
  return kinds.map((kind) => ({
    kind,
    models: offered(kind).map((model) => priced(model, overrides)),
  }))
}

/**
 * How many pieces of a kind some credits buy, of the model that its form starts with; none that
 * cost nothing.
 */
export function piecesFor(kind: Kind, credits: Credits, overrides: PriceOverrides): number {
  const [model] = offered(kind)
  return model ? piecesOf(priced(model, overrides), credits) : 0
}

/** How many pieces of one model some credits buy. */
export function piecesOf({ credits: price }: PricedModel, credits: Credits): number {
  return Math.floor(credits / price)
}

/** The same model may make several generation types at one price; it stands in the list once. */
function offered(kind: Kind): Model[] {
  const ofKind = catalogue.filter(
    (model) => model.kind === kind && !model.hidden && !model.standsIn,
  )
  return [...new Map(ofKind.map((model) => [model.id, model])).values()]
}

function priced(model: Model, overrides: PriceOverrides): PricedModel {
  return { model, credits: priceOf(model, initialValues(model), overrides).credits }
}
