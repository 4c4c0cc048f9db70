import { isEndpoint } from '#core/models/import/endpoint-document.ts'
import { nameOf, plainText } from '#core/models/import/texts.ts'

/** An endpoint as a provider's adapter hands it over: nothing of it is checked. */
export type GivenEndpoint = {
  endpoint: unknown
  name: unknown
  category: unknown
  price: { amount: unknown; unit: unknown; currency: unknown } | null
}

/** The price of one unit, as the provider says it. */
export type ListedPrice = { amount: number; unit: string; currency: string }

/** An endpoint as it is saved. */
export type ListedEndpoint = {
  endpoint: string
  name: string
  category: string | null
  price: ListedPrice | null
}

/** The most endpoints of one provider. */
const mostEndpoints = 20_000

/** A price above this for one unit is a mistake. */
const mostAmount = 10_000

/**
 * Reads what a provider listed. A row that says something impossible, stands there twice or is one too
 * many is left out and counted; the others are kept.
 */
export function readList(given: readonly GivenEndpoint[]): {
  endpoints: ListedEndpoint[]
  refused: number
} {
  const found = new Map<string, ListedEndpoint>()
  for (const one of given) {
    const read = found.size < mostEndpoints ? readRow(one) : null
    if (read && !found.has(read.endpoint)) found.set(read.endpoint, read)
  }
  return { endpoints: [...found.values()], refused: given.length - found.size }
}

function readRow({ endpoint, name, category, price }: GivenEndpoint): ListedEndpoint | null {
  if (typeof endpoint !== 'string' || !isEndpoint(endpoint)) return null
  const amount = price && readPrice(price)
  if (price && !amount) return null
  return {
    endpoint,
    name: plainText(name).slice(0, 120).toWellFormed() || nameOf(endpoint),
    category:
      typeof category === 'string' && /^[a-z0-9][a-z0-9-]{0,59}$/.test(category) ? category : null,
    price: amount,
  }
}

function readPrice({ amount, unit, currency }: NonNullable<GivenEndpoint['price']>) {
  const isAmount = typeof amount === 'number' && amount >= 0 && amount <= mostAmount
  const words = plainText(unit)
  if (!isAmount || words === '' || words.length > 60) return null
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return null
  return { amount, unit: words, currency: currency.toLowerCase() }
}
