import type { ApiOptions, Embed, RequestContext } from '#core/http/env.ts'
import type { AddedPage, PageForOthers } from '#core/http/public-page.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { escapeHtml } from '#core/pages/html.ts'
import { Refused } from '#core/refused.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { type Language, languageOfPath, pathIn } from '#platform/languages/languages.ts'
import type { SharedWorkView } from '../contract.ts'
import { shareMessages } from '../messages.ts'
import { readShared } from '../read-shared.ts'
import { readSharePath, sharePath } from '../rules.ts'
import { drawFile, drawHead, type Fact, imageFacts, previewsOf } from './page-head.ts'
import { labelled, presentOembed, presentShared, titleOf } from './present-shared.ts'

type SharePageOptions = {
  language: Language
  origin: string
  siteName: string
  isListed: boolean
  /** Further links, of features. */
  links: readonly { path: string; text: string }[]
  /** The address of the form for something like it, without a language. */
  formPath: string
}

/** Draws a share page: its head for other sites, and its body for readers without scripts. */
function drawSharePage(work: SharedWorkView, options: SharePageOptions): PageForOthers {
  const title = titleOf(work, options.language)
  const description = descriptionOf(work, options.language)
  const head = drawHead({
    ...{ ...options, title, description, path: sharePath(work.token), previews: previewsOf(work) },
    media: mediaFacts(work, labelled(title, options.language)),
    schema: schemaOf(work, { title, description }),
  })
  return { title, description, head, body: drawBody(work, title, options) }
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
const schemaTypes = {
  image: 'ImageObject',
  video: 'VideoObject',
  audio: 'AudioObject',
  model: '3DModel',
} as const

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

function mediaFacts(work: SharedWorkView, title: string): Fact[] {
  const [file] = work.files
  const type = file?.content_type ?? ''
  const isVideo = type.startsWith('video/')
  const images = imageFacts(previewsOf(work), title)
  if (!file || /^(image|model)\//.test(type)) return [['og:type', 'website'], ...images]
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
  { context, features }: Pick<ApiOptions, 'context' | 'features'>,
  token: string,
): Promise<AddedPage | null> {
  const origin = c.get('origin')
  const found = await readShared(context, token, null).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
  if (!found) return null
  const view = presentShared(found, origin)
  const { model, prompt } = view
  const query = new URLSearchParams({ model, ...(prompt && { prompt }) })
  const language = languageOfPath(c.req.path)
  const file = { address: view.files[0]?.url ?? '', language }
  const forOthers = drawSharePage(view, {
    ...{ origin, isListed: found.row.is_listed, language },
    links: features.flatMap(({ sharedFileLinks }) => sharedFileLinks?.(file) ?? []),
    siteName: context.settings.current().settings.studio_name,
    formPath: `${kindFacts[view.kind].formPath}?${query}`,
  })
  return { data: { work: view }, forOthers }
}

/** With the classes of the page that replaces it. */
function drawBody(
  work: SharedWorkView,
  title: string,
  { language, formPath, links }: SharePageOptions,
): string {
  const texts = shareMessages[language]
  const link = (path: string, text: string) =>
    `<a class="underline underline-offset-4" href="${escapeHtml(pathIn(path, language))}">${escapeHtml(text)}</a>`
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
    `${link('/explore', texts.explore)}${links.map(({ path, text }) => link(path, text)).join('')}</p>`,
    '</main>',
  ].join('')
}

/** Describes share pages to other sites that embed them. */
export function embed({ context }: Pick<ApiOptions, 'context'>): Embed {
  return async (c, { path, language, ...size }) => {
    const token = readSharePath(path)
    if (token === null) return undefined
    const origin = c.get('origin')
    const work = presentShared(await readShared(context, token, null), origin)
    const title = labelled(titleOf(work, language), language)
    return presentOembed(work, { ...size, origin, title })
  }
}
