import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'

type Content = { reader: Reader; title: string; content: unknown }

const demo = { en: 'Demo', zh: '演示', de: 'Demo' }

/**
 * The product's frame around the demo's own pages, plainly marked; `ownStyle` is the style of one
 * page.
 */
export function createFrame(ownStyle: string) {
  const style = `${frameStyle}${ownStyle}`
  const styleHash = createHash('sha256').update(style).digest('base64')

  return {
    /** A whole page. */
    page({ reader: { language, theme }, title, content }: Content) {
      return html`<!doctype html>
<html lang="${tags[language]}" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Atelier</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <header>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <path d="M8.5 24 16 7.5 23.5 24" />
          <circle cx="16" cy="19.6" r="2.7" />
        </svg>
        <span class="demo">${demo[language]}</span>
      </header>
      ${content}
    </main>
  </body>
</html>`
    },

    /**
     * The headers of a page: its own style and forms are allowed, and the targets to which the
     * answer to a form may redirect.
     */
    headers(formTargets: readonly string[] = []): Record<string, string> {
      const forms = [...new Set(["'self'", ...formTargets])].join(' ')
      const own = [`default-src 'none'`, `style-src 'sha256-${styleHash}'`, `form-action ${forms}`]
      return {
        'content-security-policy': [...own, `base-uri 'none'`, `frame-ancestors 'none'`].join('; '),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      }
    },
  }
}

/** The product's design tokens in both themes, and the elements of the demo's own pages. */
const frameStyle = `
:root {
  color-scheme: dark;
  --ground: light-dark(oklch(0.985 0.003 80), oklch(0.16 0.006 60));
  --raised: light-dark(oklch(1 0 0), oklch(0.2 0.007 60));
  --overlay: light-dark(oklch(1 0 0), oklch(0.24 0.008 60));
  --line: light-dark(oklch(0.9 0.005 80), oklch(0.3 0.008 60));
  --edge: light-dark(oklch(0.63 0.01 60), oklch(0.55 0.01 60));
  --text: light-dark(oklch(0.22 0.01 60), oklch(0.95 0.005 80));
  --quiet: light-dark(oklch(0.42 0.01 60), oklch(0.74 0.01 80));
  --accent: light-dark(oklch(0.56 0.15 45), oklch(0.76 0.16 55));
  --on-accent: light-dark(oklch(0.99 0 0), oklch(0.18 0.03 55));
  --bad: light-dark(oklch(0.54 0.19 25), oklch(0.7 0.18 25));
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='system'] { color-scheme: light dark; }
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100svh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text);
  font: 400 16px/1.5 'Geist Variable', Geist, Inter, system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif;
}
main { width: 100%; max-width: 440px; padding: 32px; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; }
.mark { width: 40px; height: 40px; margin-left: -8px; fill: none; stroke: var(--text); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.mark circle { fill: var(--accent); stroke: none; }
.demo { padding: 2px 10px; border: 1px solid var(--accent); border-radius: 999px; color: var(--accent); font-size: 13px; font-weight: 600; }
h1 { margin-top: 16px; font-size: 20px; line-height: 1.25; font-weight: 600; }
.explain { margin-top: 4px; color: var(--quiet); }
button, .button, input { font: inherit; color: inherit; border-radius: 8px; border: 1px solid var(--edge); }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px;
  background: none; cursor: pointer; text-decoration: none;
}
button:hover { border-color: var(--accent); }
.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); font-weight: 600; }
.primary:hover { filter: brightness(1.06); }
.plain { border-color: transparent; color: var(--quiet); }
.plain:hover { color: var(--text); border-color: transparent; }
a.button { margin-top: 24px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { body { place-items: start center; padding: 16px; } main { padding: 24px 20px; } }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`

const tags = { en: 'en', zh: 'zh-CN', de: 'de' }

/** The languages of the demo pages; they are English where the product has another one. */
export type Language = keyof typeof tags
export type Theme = 'dark' | 'light' | 'system'

/** The language and theme for the reader of a demo page. */
export type Reader = { language: Language; theme: Theme }

/**
 * The language and theme that the product remembers for this browser; otherwise the browser's
 * language, and dark.
 */
export function parseReader(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Reader {
  const { theme, locale } = parse(headers.cookie ?? '')
  return {
    language: parseLanguage(locale) ?? languageOf(headers['accept-language']),
    theme: theme === 'light' || theme === 'system' ? theme : 'dark',
  }
}

/** The language with this code; `undefined` where the demo pages do not have it. */
export function parseLanguage(code: string | null | undefined): Language | undefined {
  return (Object.keys(tags) as Language[]).find((language) => language === code)
}

function languageOf(accepted: string | undefined): Language {
  const codes = parseAccept(accepted ?? '').map(({ type }) => type.toLowerCase().split('-')[0])
  return codes.map(parseLanguage).find((language) => language !== undefined) ?? 'en'
}
