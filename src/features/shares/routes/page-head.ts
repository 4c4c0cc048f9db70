import { escapeHtml } from '#core/pages/html.ts'
import { type Language, languageFacts, languages, pathIn } from '#platform/languages/languages.ts'
import type { SharedWorkView } from '../contract.ts'
import { fitInto } from '../rules.ts'

/** A fact about a page for other sites; without a content it is left out. */
export type Fact = readonly [name: string, content: string | number | null]

export type Preview = { url: string; width: number | null; height: number | null; type: string }

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

/** What other sites show of a page. */
export function imageFacts(previews: readonly Preview[], title: string): Fact[] {
  return previews.flatMap((preview): Fact[] => [
    ['og:image', preview.url],
    ['og:image:type', preview.type],
    ['og:image:width', preview.width],
    ['og:image:height', preview.height],
    ['og:image:alt', title],
  ])
}

type HeadOptions = {
  title: string
  description: string
  /** Its path, without a language: pages in another language have their own address. */
  path: string
  language: Language
  origin: string
  siteName: string
  /** Only listed ones are for search engines. */
  isListed: boolean
  media: readonly Fact[]
  previews: readonly Preview[]
  /** An element that describes it to search engines. */
  schema?: string
}

/** Draws the head of a page that is shared, for other sites. */
export function drawHead(options: HeadOptions): string {
  const { title, description, path, language, origin, previews } = options
  const addressIn = (each: Language) => origin + pathIn(path, each)
  const address = addressIn(language)
  const oembed = `${origin}/api/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  const facts: Fact[] = [
    ['og:site_name', options.siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', languageFacts[language].tag.replace('-', '_')],
    ...options.media,
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
    ...(options.isListed ? [] : ['<meta name="robots" content="noindex">']),
    ...(options.schema ? [options.schema] : []),
    ...facts.flatMap(([name, content]) => (content === null ? [] : [metaTag(name, content)])),
  ].join('\n    ')
}

function metaTag(name: string, content: string | number): string {
  const key = name.startsWith('twitter:') ? 'name' : 'property'
  return `<meta ${key}="${name}" content="${escapeHtml(String(content))}">`
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
  if (file.content_type.startsWith('model/')) return `<a href="${src}" download>${name}</a>`
  const poster = file.thumbnail_url ? ` poster="${escapeHtml(file.thumbnail_url)}"` : ''
  return `<video controls playsinline preload="metadata" src="${src}" aria-label="${name}"${poster}${size} ${look}></video>`
}
