import { listModels } from '#core/models/rules/catalogue.ts'
import { cheapestInput } from '#core/models/rules/cheapest-input.ts'
import { chooseEndpoint, type Model, routesOf } from '#core/models/rules/model.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { sampleAddress } from '#core/models/run-test.ts'
import type { AllParts } from '#core/parts.ts'
import { pricesOf } from '#core/settings/studio-settings-rules.ts'
import type { LossView } from './contract.ts'
import { worthOf } from './cost-rules.ts'
import { expectedCost, type PriceBook } from './price-book.ts'

/** The cheapest input of a model, and what is charged for it. */
type Offer = { input: Record<string, unknown>; credits: number; results: number }

/** The offers at these prices: finding the cheapest inputs takes most of the time. */
let offers: { key: string; models: Map<Model, Offer | null> } = { key: '', models: new Map() }

/**
 * Returns where the cheapest input of a model is charged less than it costs at a provider. Without
 * the value of a credit, or where nothing is sold, there are none.
 */
export function findLosses(
  book: PriceBook,
  settings: AllParts['settings'],
  endpoints: Readonly<Record<string, string>> = {},
): LossView[] {
  const { settings: values } = settings.current()
  if (values.credit_value === null || values.free_mode || book.size === 0) return []
  const prices = pricesOf(values)
  return listModels().flatMap((model) => {
    const offer = offerOf(model, prices)
    const worth = offer && worthOf(offer.credits, values.credit_value)
    if (!offer || worth === null) return []
    return routesOf(model).flatMap((route) => {
      const own = chooseEndpoint(route, offer.input)
      const { provider } = route
      const endpoint = endpoints[own] ?? own
      const job = { provider, endpoint, model: model.id, input: offer.input }
      const cost = expectedCost(book, { ...job, quantity: offer.results })
      if (cost === null || cost <= worth) return []
      return [{ model: model.id, provider, endpoint, credits: offer.credits, worth, cost }]
    })
  })
}

function offerOf(model: Model, prices: Prices): Offer | null {
  const key = JSON.stringify(prices)
  if (offers.key !== key) offers = { key, models: new Map() }
  const known = offers.models.get(model)
  if (known !== undefined) return known
  const offer = findOffer(model, prices)
  offers.models.set(model, offer)
  return offer
}

function findOffer(model: Model, prices: Prices): Offer | null {
  try {
    const { input, credits } = cheapestInput(model, sampleAddress, prices)
    return { input, credits, results: priceOf(model, input, prices).quantity }
  } catch {
    return null
  }
}
