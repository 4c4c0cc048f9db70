import type { SharedCollectionView } from '#contract/collections.ts'
import {
  type Language,
  languageFacts,
  languageOfPath,
  languages,
  pathIn,
} from '#contract/languages.ts'
import { fill } from '#contract/messages/messages.ts'
import { shareMessages } from '#contract/messages/share.ts'
import type { OembedView } from '#contract/shares.ts'
import { fitInto, sharedCollectionPath } from '#domain/share-address.ts'
import { readSharedCollection } from '#services/collections/share-collection.ts'
import { Refused } from '#services/refused.ts'
import type { ApiOptions, RequestContext } from '../env.ts'
import { escapeHtml, labelled } from '../shares/present-shared.ts'
import { drawFile, metaTag, previewsOf, type SharePage } from '../shares/share-page.ts'
import { presentSharedCollection } from './present-collection.ts'

/**
 * Reads and draws the first page of a shared collection for everyone; `null`: there is none.
 */
export async function findCollectionPage(
  c: RequestContext,
  { context }: Pick<ApiOptions, 'context'>,
  token: string,
): Promise<{ view: SharedCollectionView; page: SharePage } | null> {
  const origin = c.get('origin')
  const found = await readSharedCollection(context, token, null).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
  if (!found) return null
  const language = languageOfPath(c.req.path)
  const view = presentSharedCollection(found, origin)
  const description = shareMessages[language].collection
  const siteName = context.settings.current().settings.studio_name
  const page = {
    ...{ title: view.name, description },
    head: drawHead(view, { language, origin, siteName, isListed: found.row.is_listed }),
    body: drawBody(view, language),
  }
  return { view, page }
}

type HeadOptions = { language: Language; origin: string; siteName: string; isListed: boolean }

function drawHead(view: SharedCollectionView, options: HeadOptions): string {
  const { language, origin, siteName, isListed } = options
  const { name: title, token } = view
  const addressIn = (each: Language) => origin + pathIn(sharedCollectionPath(token), each)
  const address = addressIn(language)
  const oembed = `${origin}/api/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  const description = shareMessages[language].collection
  const previews = collectionPreviews(view)
  const facts: (readonly [string, string | number | null])[] = [
    ['og:site_name', siteName],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', languageFacts[language].tag.replace('-', '_')],
    ...previews.flatMap((preview): (readonly [string, string | number | null])[] => [
      ['og:image', preview.url],
      ['og:image:type', preview.type],
      ['og:image:width', preview.width],
      ['og:image:height', preview.height],
      ['og:image:alt', title],
    ]),
    ['twitter:card', previews.length > 0 ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', description],
    ...previews.map(({ url }) => ['twitter:image', url] as const),
  ]
  return [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...languages.map((each) => {
      const href = escapeHtml(addressIn(each))
      return `<link rel="alternate" hreflang="${languageFacts[each].tag}" href="${href}">`
    }),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    ...facts.flatMap(([name, content]) => (content === null ? [] : [metaTag(name, content)])),
  ].join('\n    ')
}

/** How many records other sites see of a collection. */
const maxPreviews = 4

function collectionPreviews({ items }: SharedCollectionView) {
  return items.flatMap(({ files }) => previewsOf({ files }).slice(0, 1)).slice(0, maxPreviews)
}

/** With the classes of the page that replaces it. */
function drawBody({ name, items }: SharedCollectionView, language: Language): string {
  const records = items.map(({ files, prompt, model_name: model }) => {
    const title = prompt ?? fill(shareMessages[language].description, { model })
    const drawn = files.map((file) => drawFile(file, labelled(title, language))).join('')
    return `<li>${drawn}<p class="text-body wrap-anywhere">${escapeHtml(title)}</p></li>`
  })
  return [
    '<main class="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 pt-6 pb-16">',
    `<h1 class="text-title wrap-anywhere">${escapeHtml(name)}</h1>`,
    `<ul class="flex flex-col gap-6">${records.join('')}</ul>`,
    '</main>',
  ].join('')
}

const emptySize = { width: 480, height: 54 }

/** Describes a shared collection to a page of another site that embeds it: its cover as a link. */
export function presentCollectionOembed(
  view: SharedCollectionView,
  {
    maxWidth,
    maxHeight,
    origin,
  }: { maxWidth: number | undefined; maxHeight: number | undefined; origin: string },
): OembedView {
  const [preview] = collectionPreviews(view)
  const size =
    preview?.width && preview.height ? { width: preview.width, height: preview.height } : emptySize
  const { width, height } = fitInto(size, {
    width: maxWidth ?? Number.POSITIVE_INFINITY,
    height: maxHeight ?? Number.POSITIVE_INFINITY,
  })
  const name = escapeHtml(view.name)
  const image =
    preview &&
    `<img src="${escapeHtml(preview.url)}" alt="${name}" width="${width}" height="${height}">`
  return {
    ...{ version: '1.0' as const, type: 'rich' as const, title: view.name },
    ...{ provider_name: 'Atelier', provider_url: origin, width, height },
    html: `<a href="${escapeHtml(view.url)}">${image ?? name}</a>`,
  }
}
