import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { signedInHint, themes } from '#core/history/contract/browser-state.ts'
import { anyone } from '#core/http/access.ts'
import type { Env } from '#core/http/env.ts'
import type { PageForOthers, PublicPage } from '#core/http/public-page.ts'
import { parseRange } from '#core/http/send-media.ts'
import type { ModelsView } from '#core/models/models-contract.ts'
import {
  barePath,
  languageFacts,
  languageOfPath,
  parseLanguage,
  pathIn,
} from '#platform/languages/languages.ts'
import { escapeHtml } from './html.ts'
import type { PageWithData } from './page-data-contract.ts'
import {
  canonicalPath,
  isOperatorPath,
  isPagePath,
  prerenderedFile,
} from './page-paths-contract.ts'
import { makeWebFile, type WebFile } from './web-files.ts'

export type WebFiles = Map<string, WebFile>

/** `style`: of the root element; empty: the product's. `icon`: a path; `null`: the product's. */
export type Appearance = { style: string; icon: string | null }

/**
 * `isOperator` decides whether the operator's pages exist for a request. `appearance`: the
 * operator's colour and logo, which the server adds. `models`: with a revision other than 0 they are
 * not those of the release. `installedLinks`: for the head of a page at this path.
 */
export type WebOptions = {
  /** Reads the data of a public page (`public-pages.ts`). */
  readPublicPage(c: Context<Env>, path: string): Promise<PublicPage | null | undefined>
  /** Renders a page with its data; `null`: that is not possible now. */
  renderPage(page: PageWithData): Promise<WebFile | null>
  isOperator(c: Context<Env>): boolean
  appearance(): Appearance
  installedLinks(path: string): string
  models(): Pick<ModelsView, 'revision' | 'missing_forms'>
  /** The paths of the pages of features. */
  pages: readonly string[]
}

/**
 * The built pages. Files with a hash in their name never change; every other path is the single
 * page, with 404 for unknown ones. The operator's pages are 404 to others. `/creator` and paths
 * with a trailing slash redirect to the page's own address, with their query.
 */
export function webRoutes(files: WebFiles, options: WebOptions) {
  const { isOperator, appearance, models } = options
  return new Hono<Env>().get('/*', anyone, async (c) => {
    const file = files.get(c.req.path)
    if (file && !c.req.path.endsWith('.html')) return sendFile(c, file)
    if (c.req.path.startsWith('/assets/')) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    const path = canonicalPath(barePath(pathname))
    const found = await options.readPublicPage(c, path)
    const isThere =
      isPagePath(path, options.pages) && found !== null && (!isOperatorPath(path) || isOperator(c))
    const address = pathIn(path, languageOfPath(pathname))
    if (isThere && address !== pathname) return c.redirect(address + search, 302)
    // The page for visitors who may be signed in requests the account and the prices at once.
    const isSignedIn = getCookie(c, signedInHint) !== undefined
    const { revision, missing_forms: missingForms } = models()
    const language = languageOfPath(pathname)
    const draw = () =>
      found
        ? options.renderPage({ path, language, isSignedIn, data: found.data })
        : files.get(prerenderedFile(pathname, isSignedIn))
    const page =
      (isThere && !leadsElsewhere(c, pathname) && (await draw())) || files.get(`/${language}.html`)
    return page
      ? sendPage(c, found?.forOthers ? withShare(page, found.forOthers) : page, {
          ...{ isThere, appearance: appearance() },
          links: options.installedLinks(pathname),
          missingForms: revision === 0 ? null : missingForms,
        })
      : c.notFound()
  })
}

/** The single page with the head and the contents of a share page. */
function withShare(page: WebFile, { title, description, head, body }: PageForOthers): WebFile {
  const html = page.body
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${head}`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start: string) => start + escapeHtml(description),
    )
    .replace('<div id="app"></div>', () => `<div id="app">${body}</div>`)
  return { ...page, body: Buffer.from(html) }
}

/** On the start page the script follows the language that was chosen before. */
function leadsElsewhere(c: Context<Env>, pathname: string): boolean {
  const chosen = parseLanguage(getCookie(c, 'locale'))
  return pathname === '/' && chosen !== undefined && chosen !== languageOfPath(pathname)
}

function sendFile(c: Context<Env>, file: WebFile) {
  const immutable = c.req.path.startsWith('/assets/')
  c.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('etag', file.etag)
  if (c.req.header('if-none-match') === file.etag) return c.body(null, 304)
  return /^(audio|video)\//.test(file.contentType) ? sendPart(c, file) : sendBody(c, file, 200)
}

/** Sends the requested range of a clip or a sound: Safari plays nothing without it. */
function sendPart(c: Context<Env>, file: WebFile) {
  const { length } = file.body
  const range = parseRange(c.req.header('range'), length)
  c.header('accept-ranges', 'bytes')
  if (range === null) return sendBody(c, file, 200)
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${length}` })
  const part = file.body.subarray(range.start, range.end + 1)
  return c.body(new Uint8Array(part), 206, {
    'content-type': file.contentType,
    'content-range': `bytes ${range.start}-${range.end}/${length}`,
  })
}

/** Each page in the languages, themes and models that it was sent with, by its attributes. */
const variants = new WeakMap<WebFile, Map<string, Promise<WebFile>>>()

type SentPage = {
  isThere: boolean
  missingForms: readonly string[] | null
  appearance: Appearance
  links: string
}

/**
 * Sends a prerendered page, or the single page, in the reader's language and theme and with the
 * operator's colour and logo, so that the first paint is right without scripts. `isThere`: whether the path is one of a page. `missingForms`:
 * those without a model; `null`: the models are the release's, so the page need not load them first.
 */
async function sendPage(
  c: Context<Env>,
  page: WebFile,
  { isThere, missingForms, appearance: { style, icon }, links }: SentPage,
) {
  const lang = languageFacts[languageOfPath(c.req.path)].tag
  const chosen = getCookie(c, 'theme')
  const theme = themes.find((known) => known === chosen) ?? 'dark'
  const models = missingForms && ` data-models="${missingForms.join(' ')}"`
  const styled = style && ` style="${style}"`
  const attributes = `lang="${lang}" data-theme="${theme}"${models ?? ''}${styled}`
  const ofPage = variants.get(page) ?? new Map<string, Promise<WebFile>>()
  variants.set(page, ofPage)
  const key = attributes + links
  const variant = ofPage.get(key) ?? withAttributes(page, attributes, { icon, links })
  ofPage.set(key, variant)
  c.header('cache-control', 'no-cache')
  return sendBody(c, await variant, isThere ? 200 : 404)
}

/** The attributes name the logo, too. */
function withAttributes(
  { body, contentType }: WebFile,
  attributes: string,
  { icon, links }: { icon: string | null; links: string },
): Promise<WebFile> {
  const text = body
    .toString()
    .replace(/<html[^>]*>/, `<html ${attributes}>`)
    .replace(
      /<link rel="icon"[^>]*>/,
      (link) => (icon ? `<link rel="icon" type="image/png" href="${icon}">` : link) + links,
    )
  return makeWebFile(Buffer.from(text), contentType)
}

function sendBody(c: Context<Env>, file: WebFile, status: 200 | 404) {
  c.header('vary', 'accept-encoding')
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find(
    (name) => file.encodings[name] && accepted.includes(name),
  )
  if (encoding) c.header('content-encoding', encoding)
  c.header('content-type', file.contentType)
  return c.body(new Uint8Array((encoding && file.encodings[encoding]) ?? file.body), status)
}
