import { asObject } from '../http/as-object.ts'
import { type Page, readPages, unreadableList } from '../http/read-pages.ts'
import type { EndpointList, ListedEndpoint } from '../provider.ts'

/** Replicate lists every public model, the newest first: this many pages are enough. */
const mostPages = 40

/**
 * Lists the newest public models. `ask`: sends a GET to an address of Replicate's API. The address
 * of the next page must be below `base`, because our token is sent to it.
 */
export function listModels(
  ask: (url: string) => Promise<unknown>,
  base: string,
): Promise<EndpointList> {
  const first = `${base}/v1/models`
  return readPages(async (cursor): Promise<Page> => {
    const { results, next } = asObject(await ask(cursor ?? first))
    if (!Array.isArray(results)) throw unreadableList('has a page without results')
    const isLast = typeof next !== 'string' || next === ''
    if (!isLast && !isBelow(next, first)) throw unreadableList('leads to another address')
    return { endpoints: results.map(readModel), next: isLast ? null : next }
  }, mostPages)
}

function isBelow(address: string, first: string): boolean {
  if (!URL.canParse(address)) return false
  const [one, other] = [new URL(address), new URL(first)]
  return one.origin === other.origin && one.pathname === other.pathname
}

/** Replicate's API says neither categories nor prices. */
function readModel(given: unknown): ListedEndpoint {
  const { owner, name } = asObject(given)
  const isNamed = typeof owner === 'string' && typeof name === 'string'
  return { endpoint: isNamed ? `${owner}/${name}` : null, name, category: null, price: null }
}
