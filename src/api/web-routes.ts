import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { signedInHint, themes } from '#contract/browser-state.ts'
import {
  barePath,
  languageFacts,
  languageOfPath,
  parseLanguage,
  pathIn,
} from '#contract/languages.ts'
import { canonicalPath, isOperatorPath, isPagePath, prerenderedFile } from '#contract/page-paths.ts'
import { anyone } from './access.ts'
import type { Env } from './env.ts'
import { makeWebFile, type WebFile } from './web-files.ts'

export type WebFiles = Map<string, WebFile>

/**
 * `isOperator` decides whether the operator's pages exist for a request. `hasOwnPrices`: the prices
 * on prerendered pages are not the operator's. `modelsRevision`: other than 0, the models on them
 * are not those of the studio.
 */
export type WebOptions = {
  isOperator(c: Context<Env>): boolean
  hasOwnPrices: boolean
  modelsRevision(): number
}

/**
 * The built pages. Files with a hash in their name never change; every other path is the single
 * page, with 404 for unknown ones. The operator's pages are 404 to others. `/creator` and paths
 * with a trailing slash redirect to the page's own address, with their query.
 */
export function webRoutes(
  files: WebFiles,
  { isOperator, hasOwnPrices, modelsRevision }: WebOptions,
) {
  const pages = new Map<string, WebFile>()
  return new Hono<Env>().get('/*', anyone, (c) => {
    const file = files.get(c.req.path)
    if (file && !c.req.path.endsWith('.html')) return sendFile(c, file)
    if (c.req.path.startsWith('/assets/')) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    const path = canonicalPath(barePath(pathname))
    const isThere = isPagePath(path) && (!isOperatorPath(path) || isOperator(c))
    const address = pathIn(path, languageOfPath(pathname))
    if (isThere && address !== pathname) return c.redirect(address + search, 302)
    // The page for visitors who may be signed in requests the account and the prices at once.
    const isSignedIn = hasOwnPrices || getCookie(c, signedInHint) !== undefined
    const revision = modelsRevision()
    const isDrawn = revision === 0 && !leadsElsewhere(c, pathname)
    const drawn = isDrawn ? prerenderedFile(pathname, isSignedIn) : pathname
    return sendPage(c, files, pages, { drawn: isThere ? drawn : undefined, revision })
  })
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
  return sendBody(c, file, 200)
}

/**
 * Sends a prerendered page, or where there is none the single page, in the reader's language and
 * theme, so that the first paint is right without scripts. `drawn`: without one the path is no page.
 * `revision`: other than 0, the page has to load the models first.
 */
async function sendPage(
  c: Context<Env>,
  files: WebFiles,
  pages: Map<string, WebFile>,
  { drawn, revision }: { drawn: string | undefined; revision: number },
) {
  const language = languageOfPath(c.req.path)
  const name = drawn && files.has(drawn) ? drawn : `/${language}.html`
  const file = files.get(name)
  if (!file) return c.notFound()
  const lang = languageFacts[language].tag
  const chosen = getCookie(c, 'theme')
  const theme = themes.find((known) => known === chosen) ?? 'dark'
  const models = revision === 0 ? '' : ' data-models'
  const key = `${name} ${lang} ${theme}${models}`
  const attributes = `lang="${lang}" data-theme="${theme}"${models}`
  const page = pages.get(key) ?? (await withAttributes(file, attributes))
  pages.set(key, page)
  c.header('cache-control', 'no-cache')
  return sendBody(c, page, drawn ? 200 : 404)
}

function withAttributes({ body, contentType }: WebFile, attributes: string): Promise<WebFile> {
  const text = body.toString().replace(/<html[^>]*>/, `<html ${attributes}>`)
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
