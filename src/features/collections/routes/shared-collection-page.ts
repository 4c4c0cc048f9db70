import type { ApiOptions, Embed, EmbedRequest, ReadPage, RequestContext } from '#core/http/env.ts'
import type { AddedPage } from '#core/http/public-page.ts'
import { escapeHtml } from '#core/pages/html.ts'
import type { OembedView } from '#core/pages/oembed-contract.ts'
import { Refused } from '#core/refused.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import {
  drawFile,
  drawHead,
  fitInto,
  imageFacts,
  labelled,
  previewsOf,
  shareMessages,
} from '#features/shares/public.ts'
import { type Language, languageOfPath } from '#platform/languages/languages.ts'
import type { SharedCollectionView } from '../contract.ts'
import type english from '../messages/texts.en.json'
import { readSharedCollectionPath, sharedCollectionPath } from '../rules.ts'
import { readSharedCollection } from '../share-collection.ts'
import { presentSharedCollection } from './present-collection.ts'

const collectionMessages = await loadMessages<typeof english>(
  (language) => import(`../messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** Reads the pages of shared collections. */
export function readPage(options: ApiOptions): ReadPage {
  return async (c, path) => {
    const token = readSharedCollectionPath(path)
    return token === null ? undefined : findCollectionPage(c, options, token)
  }
}

/** Describes the pages of shared collections to other sites that embed them. */
export function embed({ context }: ApiOptions): Embed {
  return async (c, { path, ...size }) => {
    const token = readSharedCollectionPath(path)
    if (token === null) return undefined
    const origin = c.get('origin')
    const found = await readSharedCollection(context, token, null)
    return presentOembed(presentSharedCollection(found, origin), { ...size, origin })
  }
}

/** Reads and draws the first page of a shared collection for everyone; `null`: there is none. */
async function findCollectionPage(
  c: RequestContext,
  { context }: Pick<ApiOptions, 'context'>,
  token: string,
): Promise<AddedPage | null> {
  const origin = c.get('origin')
  const found = await readSharedCollection(context, token, null).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
  if (!found) return null
  const language = languageOfPath(c.req.path)
  const view = presentSharedCollection(found, origin)
  const { name: title } = view
  const description = collectionMessages[language].collection
  const previews = collectionPreviews(view)
  const head = drawHead({
    ...{ title, description, language, origin, previews, isListed: found.row.is_listed },
    path: sharedCollectionPath(view.token),
    siteName: context.settings.current().settings.studio_name,
    media: [['og:type', 'website'], ...imageFacts(previews, title)],
  })
  const forOthers = { title, description, head, body: drawBody(view, language) }
  return { data: { collection: view }, forOthers }
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
function presentOembed(
  view: SharedCollectionView,
  {
    maxWidth,
    maxHeight,
    origin,
  }: Pick<EmbedRequest, 'maxWidth' | 'maxHeight'> & { origin: string },
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
