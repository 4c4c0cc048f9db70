import { catalogue } from '#catalogue/catalogue.ts'
import { initialValues } from '#catalogue/form-values.ts'
import { type Kind, kinds } from '#catalogue/kinds.ts'
import type { Credits, Model } from '#catalogue/model.ts'
import { type PriceOverrides, priceOf } from '#catalogue/price.ts'

/** What is sold: `amount` in the currency's smallest unit (cents). */
export type CreditPack = { id: string; credits: number; amount: number }

/** All that is sold, in one currency (ISO 4217, small letters), cheapest first. */
export type CreditPacks = { currency: string; packs: readonly CreditPack[] }

/** What is sold when the operator says nothing. */
export const defaultPacks: CreditPacks = {
  currency: 'usd',
  packs: [
    { id: 'start', credits: 1_000, amount: 1_000 },
    { id: 'studio', credits: 3_300, amount: 3_000 },
    { id: 'atelier', credits: 12_000, amount: 10_000 },
  ],
}

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
