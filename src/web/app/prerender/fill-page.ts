import { pageDataId } from '#core/pages/page-data-contract.ts'
import { languageFacts } from '#platform/languages/languages.ts'
import type { DrawnPage } from './prerendered-page.ts'
import { usedCss } from './used-css.ts'

/** `page` is the page's own code, `css` the text of the whole style sheet. */
export type PageFiles = { boot: string; page: readonly string[]; css: string }

/** Nothing is painted before all is there: on a phone, what comes last stands first. */
const whole = '<link rel="expect" href="#drawn" blocking="render">'

/**
 * Puts a prerendered page into the app's HTML. It is painted from this one file: the style is
 * inlined, and `boot.ts` fetches the code when it is needed.
 */
export function fillPage(template: string, page: DrawnPage, files: PageFiles): string {
  const [images = ''] = /^(<link [^>]*>)*/.exec(page.html) ?? []
  const html = withoutCode(page.html.slice(images.length))
  const [sheet = '', style = ''] =
    /<link rel="stylesheet"[^>]* href="([^"]*)"[^>]*>/.exec(template) ?? []
  const [script = '', app = ''] =
    /<script type="module"[^>]* src="([^"]*)"><\/script>/.exec(template) ?? []
  const preloads = [...template.matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]*)">/g)]
  const early = new Set([app.slice(1), ...preloads.map(([, file = '']) => file), ...files.page])
  const boot = [
    `<script type="module" crossorigin fetchpriority="low" src="/${files.boot}" data-app="${app}"`,
    ` data-style="${style}" data-early="${[...early].map((file) => `/${file}`).join(' ')}"`,
    page.isSignedIn ? ' data-start="now"></script>' : '></script>',
  ].join('')
  const css = `<style>${usedCss(files.css, html)}</style>`
  let filled = template
  for (const [preload] of preloads) filled = filled.replace(preload, '')
  return filled
    .replace('<html lang="en"', () => `<html lang="${languageFacts[page.language].tag}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(
      /(name="description" content=")[^"]*/,
      (_, start) => start + escapeHtml(page.description),
    )
    .replace(sheet, '')
    .replace(script, () => boot)
    .replace('<link', () => `${css}\n    ${whole}\n    ${images}\n    <link`)
    .replaceAll(/<!--.*?-->|\n\s*(?=\n)/gs, '')
    .replace(
      '<div id="app"></div>',
      () => `<div id="app" data-static>${html}<span id="drawn" hidden></span></div>${dataOf(page)}`,
    )
}

/** A browser runs no script of this type, and the policy of the page needs no exception for it. */
function dataOf({ data }: DrawnPage): string {
  if (data === undefined) return ''
  const text = data.replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageDataId}">${text}</script>`
}

/**
 * Until the app has loaded, no button opens an empty popover or submits the form, and the browser
 * restores no values of an earlier visit.
 */
function withoutCode(html: string): string {
  return html
    .replaceAll(/ popoverTarget="[^"]*"/g, '')
    .replaceAll('<form ', '<form method="dialog" autocomplete="off" ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
