import type { ApiOptions, ReadPage, RequestContext } from '#core/http/env.ts'
import { originOf } from '#core/http/own-addresses.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { exploreSorts, readSharePath } from '../rules.ts'
import { findSharePage } from './share-page.ts'
import { readExplorePage } from './share-routes.ts'

/** Reads Explore and share pages. */
export function readPage(options: ApiOptions): ReadPage {
  const { context } = options
  const exploring = new Map<string, ReturnType<typeof readExplorePage>>()

  return async (c, path) => {
    if (path === '/explore') {
      const { kind, sort } = readExploreQuery(c)
      // The page itself reports what fails, and tries again.
      const page = await exploreOnce({ kind, sort, origin: originOf(c, options) }).catch(() => null)
      return page ? { data: { explore: { kind, sort, page } } } : undefined
    }
    if (!path.startsWith('/share/')) return undefined
    const token = readSharePath(path)
    return token === null ? null : findSharePage(c, options, token)
  }

  /** Visits at the same time share one query. */
  function exploreOnce(query: Omit<Parameters<typeof readExplorePage>[1], 'after' | 'readerId'>) {
    const key = JSON.stringify(query)
    const reading =
      exploring.get(key) ??
      readExplorePage(context, { ...query, after: undefined, readerId: null }).finally(() =>
        exploring.delete(key),
      )
    exploring.set(key, reading)
    return reading
  }
}

/** As the page reads its address: what it does not know is not there. */
function readExploreQuery(c: RequestContext) {
  return {
    kind: kinds.find((each) => each === c.req.query('kind')),
    sort: exploreSorts.find((each) => each === c.req.query('sort')) ?? 'newest',
  }
}
