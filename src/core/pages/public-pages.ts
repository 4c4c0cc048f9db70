import { presentSettings } from '#core/accounts/routes/account-routes.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import type { AddedPage, PublicPage } from '#core/http/public-page.ts'
import { publishedModels } from '#core/models/published-models.ts'
import { fixedSettings } from '#core/settings/studio-settings.ts'
import { isPrerenderedPath } from './page-paths-contract.ts'

/**
 * Returns a function that reads the data of the public page at a path without a language, as
 * everyone sees it; `null`: what it shows does not exist; `undefined`: a page without data. A page that
 * the build prerendered has data where its models or settings are not those of the release.
 */
export function readPublicPages(options: ApiOptions) {
  const { mark: released } = fixedSettings(options.context.contributions.settings).current()
  const prerendered = options.features.flatMap(({ prerenderedPages = [] }) => prerenderedPages)
  const readers = options.features.flatMap(({ readPage }) => readPage?.(options) ?? [])

  return async (c: RequestContext, path: string): Promise<PublicPage | null | undefined> => {
    const settings = presentSettings(options)
    if (isPrerenderedPath(path, prerendered)) {
      const isAsReleased = settings.mark === released && publishedModels().revision === 0
      return isAsReleased ? undefined : { data: { settings } }
    }
    if (path === '/pricing') {
      const answers = options.features.flatMap(
        ({ pageAnswers }) => pageAnswers?.(options, path) ?? [],
      )
      return { data: { settings, added: answers } }
    }
    const added = await readAdded(c, path)
    return added && { ...added, data: { settings, ...added.data } }
  }

  /** A path below that of another feature is of the one that knows it. */
  async function readAdded(c: RequestContext, path: string): Promise<AddedPage | null | undefined> {
    let isMissing = false
    for (const read of readers) {
      const found = await read(c, path)
      if (found) return found
      isMissing ||= found === null
    }
    return isMissing ? null : undefined
  }
}
