import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Reader } from './reader.ts'
import { frameStyle } from './style.ts'

type Content = { reader: Reader; title: string; content: unknown }

const demo = { en: 'Demo', zh: '演示' }

/**
 * The product's frame around the pages of the demo's own, plainly marked; `ownStyle` is what only
 * these pages need.
 */
export function createFrame(ownStyle: string) {
  const style = `${frameStyle}${ownStyle}`
  const styleHash = createHash('sha256').update(style).digest('base64')

  return {
    /** A whole page. */
    page({ reader: { language, theme }, title, content }: Content) {
      return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-theme="${theme}">
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
     * What goes with a page: its own style and forms are allowed, and where a form's answer may
     * redirect to.
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
