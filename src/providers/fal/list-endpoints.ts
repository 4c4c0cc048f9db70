import { asObject } from '../http/as-object.ts'
import { maxPageBytes, type Page, readPages, unreadableList } from '../http/read-pages.ts'
import { type EndpointList, type ListedEndpoint, ProviderError } from '../provider.ts'
import { call } from './call.ts'

const timeout = 30_000

/** The most endpoints that one question about prices may name. */
const pricesAtOnce = 50

type Platform = { key: string; platformUrl: string }

/**
 * Lists the active endpoints of fal's platform API with their categories, and then their prices
 * (docs/library.md). Whole or nothing: a page that cannot be read fails it.
 */
export async function listEndpoints(platform: Platform): Promise<EndpointList> {
  const list = await readPages((cursor) => readPage(platform, cursor))
  const ids = list.endpoints.flatMap(({ endpoint }) =>
    typeof endpoint === 'string' && endpoint.length <= 200 ? [endpoint] : [],
  )
  const prices = await readPrices(platform, [...new Set(ids)])
  const endpoints = list.endpoints.map((one) => ({
    ...one,
    price: prices.get(String(one.endpoint)) ?? null,
  }))
  return { ...list, endpoints }
}

async function readPage(platform: Platform, cursor: string | null): Promise<Page> {
  const url = new URL(`${platform.platformUrl}/v1/models`)
  url.searchParams.set('limit', '100')
  url.searchParams.set('status', 'active')
  if (cursor !== null) url.searchParams.set('cursor', cursor)
  const { models, next_cursor: next, has_more: hasMore } = await ask(platform, url)
  if (!Array.isArray(models)) throw unreadableList('has a page without models')
  const isLast = hasMore === false || typeof next !== 'string' || next === ''
  return { endpoints: models.map(readModel), next: isLast ? null : next }
}

function readModel(given: unknown): ListedEndpoint {
  const { endpoint_id: endpoint, metadata } = asObject(given)
  const { display_name: name, category } = asObject(metadata)
  return { endpoint, name, category, price: null }
}

/** Returns the prices that fal says, by endpoint. */
async function readPrices(platform: Platform, ids: readonly string[]) {
  const prices = new Map<string, NonNullable<ListedEndpoint['price']>>()
  for (let at = 0; at < ids.length; at += pricesAtOnce) {
    const answer = await askPrices(platform, ids.slice(at, at + pricesAtOnce))
    for (const one of Array.isArray(answer.prices) ? answer.prices : []) {
      const { endpoint_id: id, unit_price: amount, unit, currency } = asObject(one)
      if (typeof id === 'string') prices.set(id, { amount, unit, currency })
    }
  }
  return prices
}

/** An endpoint that has no price can make fal refuse the question: then none of these is known. */
async function askPrices(platform: Platform, ids: readonly string[]) {
  const url = new URL(`${platform.platformUrl}/v1/models/pricing`)
  for (const id of ids) url.searchParams.append('endpoint_id', id)
  try {
    return await ask(platform, url)
  } catch (error) {
    const isRefused =
      error instanceof ProviderError && [400, 404, 422].includes(error.httpStatus ?? 0)
    if (isRefused) return {}
    throw error
  }
}

async function ask({ key }: Platform, url: URL): Promise<Record<string, unknown>> {
  const request = { method: 'GET', url: url.href, key, timeout, maxBytes: maxPageBytes } as const
  return asObject((await call(request)).body)
}
