import { listModels } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import type { Credits, Model } from '#core/models/rules/model.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'

/** A pack on sale: `amount` in the currency's smallest unit (cents). */
export type CreditPack = { id: string; credits: number; amount: number }

/** All packs on sale, in one currency (ISO 4217, lower case), cheapest first. */
export type CreditPacks = { currency: string; packs: readonly CreditPack[] }

/** The packs where the operator configures none. */
export const defaultPacks: CreditPacks = {
  currency: 'usd',
  packs: [
    { id: 'start', credits: 1_000, amount: 1_000 },
    { id: 'studio', credits: 3_300, amount: 3_000 },
    { id: 'atelier', credits: 12_000, amount: 10_000 },
  ],
}

/**
 * An offered model, and the price of one generation with the default settings of its form.
 */
export type PricedModel = { model: Model; credits: Credits }

/** Returns the offered models with their prices: by kind, each in the order of the model picker. */
export function priceList(prices: Prices): { kind: Kind; models: PricedModel[] }[] {
  return kinds.map((kind) => ({
    kind,
    models: offered(kind).map((model) => priced(model, prices)),
  }))
}

/**
 * Returns how many generations of a kind some credits buy, with the default model of its form;
 * ignores free ones.
 */
export function piecesFor(kind: Kind, credits: Credits, prices: Prices): number {
  const [model] = offered(kind)
  return model ? piecesOf(priced(model, prices), credits) : 0
}

/** Returns how many generations of one model some credits buy; 0 for a free one. */
export function piecesOf({ credits: price }: PricedModel, credits: Credits): number {
  return price === 0 ? 0 : Math.floor(credits / price)
}

/** A model with several generation types at one price is listed once. */
function offered(kind: Kind): Model[] {
  const ofKind = listModels().filter(
    (model) => model.kind === kind && !model.hidden && !model.standsIn,
  )
  return [...new Map(ofKind.map((model) => [model.id, model])).values()]
}

function priced(model: Model, prices: Prices): PricedModel {
  return { model, credits: priceOf(model, initialValues(model), prices).credits }
}
