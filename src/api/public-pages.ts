import { kinds } from '#catalogue/kinds.ts'
import type { PageData } from '#contract/page-data.ts'
import { exploreSorts, isPrerenderedPath } from '#contract/page-paths.ts'
import { readSharedCollectionPath, readSharePath } from '#domain/share-address.ts'
import { publishedModels } from '#services/models/published-models.ts'
import { fixedSettings } from '#services/settings/studio-settings.ts'
import { presentSettings } from './accounts/account-routes.ts'
import { findCollectionPage } from './collections/shared-collection-page.ts'
import type { ApiOptions, RequestContext } from './env.ts'
import { originOf } from './own-addresses.ts'
import { findSharePage, type SharePage } from './shares/share-page.ts'
import { readExplorePage } from './shares/share-routes.ts'

/** A page with the data that it shows first; `share`: what it says to other sites. */
export type PublicPage = { data: PageData; share?: SharePage }

/**
 * Returns a function that reads the data of the public page at a path without a language, as
 * everyone sees it; `null`: the share does not exist; `undefined`: a page without data. A page that
 * the build prerendered has data where its models or settings are not those of the release.
 */
export function readPublicPages(options: ApiOptions) {
  const { context } = options
  const { mark: released } = fixedSettings().current()
  const exploring = new Map<string, ReturnType<typeof readExplorePage>>()

  return async (c: RequestContext, path: string): Promise<PublicPage | null | undefined> => {
    const settings = presentSettings(options)
    if (isPrerenderedPath(path)) {
      const isAsReleased = settings.mark === released && publishedModels().revision === 0
      return isAsReleased ? undefined : { data: { settings } }
    }
    if (path === '/pricing') {
      const added = options.features.flatMap(
        ({ pageAnswers }) => pageAnswers?.(options, path) ?? [],
      )
      return { data: { settings, added } }
    }
    if (path === '/explore') {
      const { kind, sort } = readExploreQuery(c)
      // The page itself reports what fails, and tries again.
      const page = await exploreOnce({ kind, sort, origin: originOf(c, options) }).catch(() => null)
      return page ? { data: { settings, explore: { kind, sort, page } } } : undefined
    }
    if (!path.startsWith('/share/')) return undefined
    const [work, collection] = [readSharePath(path), readSharedCollectionPath(path)]
    if (work !== null) {
      const found = await findSharePage(c, options, work)
      return found && { data: { settings, work: found.view }, share: found.page }
    }
    const found = collection === null ? null : await findCollectionPage(c, options, collection)
    return found && { data: { settings, collection: found.view }, share: found.page }
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
