import { kindFacts } from '#catalogue/kinds.ts'
import {
  type Language,
  languageFacts,
  languageOfPath,
  languages,
  pathIn,
} from '#contract/languages.ts'
import { fill } from '#contract/messages/messages.ts'
import { shareMessages } from '#contract/messages/share.ts'
import type { SharedWorkView } from '#contract/shares.ts'
import { fitInto, sharePath } from '#domain/share-address.ts'
import { Refused } from '#services/refused.ts'
import { readShared } from '#services/shares/read-shared.ts'
import type { ApiOptions, RequestContext } from '../env.ts'
import { escapeHtml, labelled, presentShared, titleOf } from './present-shared.ts'

/**
 * What the server adds to a page: its head for other sites, and, where the page is not rendered, a
 * body for readers without scripts.
 */
export type SharePage = { title: string; description: string; head: string; body: string }

type SharePageOptions = {
  language: Language
  origin: string
  siteName: string
  isListed: boolean
  /** The address of the form for something like it, without a language. */
  formPath: string
}

/** Draws a share page: its head for other sites, and its body for readers without scripts. */
function drawSharePage(work: SharedWorkView, options: SharePageOptions): SharePage {
  const { language, origin, siteName, isListed } = options
  const title = titleOf(work, language)
  const description = descriptionOf(work, language)
  const addressIn = (each: Language) => origin + pathIn(sharePath(work.token), each)
  const address = addressIn(language)
  const oembed = `${origin}/api/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  const facts: (readonly [name: string, content: string | number | null])[] = [
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', languageFacts[language].tag.replace('-', '_')],
    ...mediaFacts(work, labelled(title, language)),
    ['twitter:card', hasPreview(work) ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', description],
    ...previewsOf(work).map(({ url }) => ['twitter:image', url] as const),
  ]
  const head = [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...languages.map((each) => {
      const href = escapeHtml(addressIn(each))
      return `<link rel="alternate" hreflang="${languageFacts[each].tag}" href="${href}">`
    }),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
    // Only those that are in Explore are for search engines.
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    schemaOf(work, { title, description }),
    ...facts.flatMap(([name, content]) => (content === null ? [] : [metaTag(name, content)])),
  ]
  return { title, description, head: head.join('\n    '), body: drawBody(work, title, options) }
}

/** Draws an element of the head. */
export function metaTag(name: string, content: string | number): string {
  const key = name.startsWith('twitter:') ? 'name' : 'property'
  return `<meta ${key}="${name}" content="${escapeHtml(String(content))}">`
}

/** The longest description, in characters. */
const maxDescription = 300

function descriptionOf({ prompt, model_name: model }: SharedWorkView, language: Language): string {
  const said = fill(shareMessages[language].description, { model })
  const words = prompt?.replaceAll(/\s+/g, ' ').trim()
  if (!words) return labelled(said, language)
  const letters = [...words]
  const shown =
    letters.length > maxDescription ? `${letters.slice(0, maxDescription).join('')}…` : words
  return `${shown} · ${labelled(said, language)}`
}

/** The types of schema.org by medium. */
const schemaTypes = { image: 'ImageObject', video: 'VideoObject', audio: 'AudioObject' } as const

/** Describes the file to search engines, with its digital source type (schema.org, IPTC). */
function schemaOf(
  work: SharedWorkView,
  { title, description }: Record<'title' | 'description', string>,
) {
  const [file] = work.files
  const medium = (file?.content_type.split('/')[0] ?? 'image') as keyof typeof schemaTypes
  const schema = {
    '@context': 'https://schema.org',
    '@type': schemaTypes[medium],
    ...{ name: title, description, contentUrl: file?.url, uploadDate: work.published_at },
    ...(file?.thumbnail_url && { thumbnailUrl: file.thumbnail_url }),
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  }
  return `<script type="application/ld+json">${JSON.stringify(schema).replaceAll('<', '\\u003c')}</script>`
}

type Preview = { url: string; width: number | null; height: number | null; type: string }

/** Each image of a work, or the thumbnail of its video; at most four. */
export function previewsOf({ files }: Pick<SharedWorkView, 'files'>): Preview[] {
  return files.slice(0, 4).flatMap((file): Preview[] => {
    const { width, height } = file
    if (file.content_type.startsWith('image/'))
      return [{ url: file.url, width, height, type: file.content_type }]
    if (!file.thumbnail_url) return []
    const size = width && height ? fitInto({ width, height }, thumbnailSize) : { width, height }
    return [{ url: file.thumbnail_url, ...size, type: 'image/webp' }]
  })
}

const thumbnailSize = { width: 640, height: Number.POSITIVE_INFINITY }

const hasPreview = (work: SharedWorkView) => previewsOf(work).length > 0

type Fact = readonly [name: string, content: string | number | null]

function mediaFacts(work: SharedWorkView, title: string): Fact[] {
  const [file] = work.files
  const type = file?.content_type ?? ''
  const isVideo = type.startsWith('video/')
  const images = previewsOf(work).flatMap((preview): Fact[] => [
    ['og:image', preview.url],
    ['og:image:type', preview.type],
    ['og:image:width', preview.width],
    ['og:image:height', preview.height],
    ['og:image:alt', title],
  ])
  if (!file || type.startsWith('image/')) return [['og:type', 'website'], ...images]
  const name = isVideo ? 'og:video' : 'og:audio'
  return [
    ['og:type', isVideo ? 'video.other' : 'music.song'],
    ...images,
    [name, file.url],
    [`${name}:type`, type],
    ...(isVideo
      ? ([
          ['og:video:width', file.width],
          ['og:video:height', file.height],
        ] as const)
      : []),
  ]
}

/**
 * Reads and draws the share page of a token for a reader without an account; `null`: there is none.
 * Pages in another language have their own address.
 */
export async function findSharePage(
  c: RequestContext,
  { context }: Pick<ApiOptions, 'context'>,
  token: string,
): Promise<{ view: SharedWorkView; page: SharePage } | null> {
  const origin = c.get('origin')
  const found = await readShared(context, token, null).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
  if (!found) return null
  const view = presentShared(found, origin)
  const { model, prompt } = view
  const query = new URLSearchParams({ model, ...(prompt && { prompt }) })
  const page = drawSharePage(view, {
    ...{ origin, isListed: found.row.is_listed, language: languageOfPath(c.req.path) },
    siteName: context.settings.current().settings.studio_name,
    formPath: `${kindFacts[view.kind].formPath}?${query}`,
  })
  return { view, page }
}

/** With the classes of the page that replaces it. */
function drawBody(
  work: SharedWorkView,
  title: string,
  { language, formPath }: SharePageOptions,
): string {
  const texts = shareMessages[language]
  const link = (path: string, text: string) =>
    `<a class="underline underline-offset-4" href="${escapeHtml(pathIn(path, language))}">${escapeHtml(text)}</a>`
  const [file] = work.files
  const report = `/report?${new URLSearchParams({ address: file?.url ?? '' })}`
  const files = work.files.map((each) => drawFile(each, labelled(title, language))).join('')
  return [
    '<main class="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 pt-6 pb-16">',
    `<h1 class="text-title wrap-anywhere">${escapeHtml(title)}</h1>`,
    `<div class="flex flex-col gap-4">${files}</div>`,
    work.prompt === null
      ? ''
      : `<p class="text-prompt whitespace-pre-wrap wrap-anywhere">${escapeHtml(work.prompt)}</p>`,
    `<p class="text-small text-quiet">${escapeHtml(labelled(work.model_name, language))}</p>`,
    `<p class="flex flex-wrap gap-4 text-body">${link(formPath, texts.again)}`,
    `${link('/explore', texts.explore)}${link(report, texts.report)}</p>`,
    '</main>',
  ].join('')
}

/** Draws a file for readers without scripts. */
export function drawFile(file: SharedWorkView['files'][number], title: string): string {
  const src = escapeHtml(file.url)
  const name = escapeHtml(title)
  const size = file.width && file.height ? ` width="${file.width}" height="${file.height}"` : ''
  const look = 'class="mx-auto h-auto max-h-[80dvh] w-auto max-w-full"'
  if (file.content_type.startsWith('image/'))
    return `<img src="${src}" alt="${name}"${size} ${look}>`
  if (file.content_type.startsWith('audio/'))
    return `<audio controls preload="none" src="${src}" aria-label="${name}" class="w-full"></audio>`
  const poster = file.thumbnail_url ? ` poster="${escapeHtml(file.thumbnail_url)}"` : ''
  return `<video controls playsinline preload="metadata" src="${src}" aria-label="${name}"${poster}${size} ${look}></video>`
}
