import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { html, raw } from 'hono/html'
import { style } from './style.ts'
import type { Words } from './words.ts'

/** A whole page, and where its forms may lead beside itself. */
export type Page = { markup: unknown; formTargets: string[] }

const styleHash = createHash('sha256').update(style).digest('base64')

/** Puts the content into the product's dark frame. */
export function makePage(words: Words, title: string, content: unknown, formTargets: string[] = []): Page {
  const markup = html`<!doctype html>
<html lang="${words.language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <title>${title} · Atelier</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M8.5 24 16 7.5 23.5 24" />
        <circle cx="16" cy="19.6" r="2.7" />
      </svg>
      ${content}
    </main>
  </body>
</html>`
  return { markup, formTargets }
}

/** Sends a page under a policy that allows its own style and forms, and nothing else. */
export function sendPage(response: ServerResponse, status: number, { markup, formTargets }: Page): void {
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(String(markup))
}
