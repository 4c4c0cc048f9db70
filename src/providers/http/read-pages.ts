import { type EndpointList, type ListedEndpoint, ProviderError } from '../provider.ts'

/** The most pages of one list. */
const mostPages = 100

/** The largest page, in bytes: Replicate's have the schemas of each model. */
export const maxPageBytes = 32 * 1024 ** 2

/** `next`: what the next page is asked for with; `null`: it was the last. */
export type Page = { endpoints: ListedEndpoint[]; next: string | null }

/**
 * Reads the pages of a list one after the other. It stops after `most`, and throws where one cannot
 * be read or where the pages lead in a circle.
 */
export async function readPages(
  readPage: (cursor: string | null) => Promise<Page>,
  most: number = mostPages,
): Promise<EndpointList> {
  const endpoints: ListedEndpoint[] = []
  const seen = new Set<string>()
  let cursor: string | null = null
  for (let count = 0; count < most; count++) {
    const page: Page = await readPage(cursor)
    endpoints.push(...page.endpoints)
    if (page.next === null) return { endpoints, isWhole: true }
    if (seen.has(page.next)) throw unreadableList('leads in a circle')
    seen.add(page.next)
    cursor = page.next
  }
  return { endpoints, isWhole: false }
}

/** The error of an answer that is no page of a list. */
export function unreadableList(what: string): ProviderError {
  return new ProviderError('unreadable', `The provider's list of endpoints ${what}`, {
    delivery: 'refused',
    retryable: true,
  })
}
