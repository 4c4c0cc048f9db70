import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { themes } from '#core/history/contract/browser-state.ts'
import { anyone } from '#core/http/access.ts'
import type { Env } from '#core/http/env.ts'
import { definitionJsonSchema } from '#core/models/rules/definition-schema.ts'

const files: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['favicon-32x32.png', 'image/png'],
])

/** `theme` is that of the product's pages; dark is Swagger UI's class `dark-mode`. */
const page = (theme: string) => `<!doctype html>
<html lang="en" data-theme="${theme}"${theme === 'dark' ? ' class="dark-mode"' : ''}>
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API · Atelier</title>
  <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  <link rel="stylesheet" href="/api/docs/theme.css">
  <link rel="icon" href="/api/docs/favicon-32x32.png">
</head>
<body>
  <header><a href="/"><span aria-hidden="true">←</span> Atelier</a></header>
  <main id="reference"></main>
  <script src="/api/docs/swagger-ui-bundle.js"></script>
  <script src="/api/docs/start.js"></script>
</body>
</html>`

const start = `
const root = document.documentElement
if (root.dataset.theme === 'system') {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => root.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', follow)
  follow()
}
SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: 0,
})`

/** The product's colours and fonts (web/app/styles/tokens.css) for Swagger UI. */
const themeStyle = `
:root {
  --ground: oklch(0.985 0.003 80); --raised: oklch(1 0 0); --line: oklch(0.9 0.005 80);
  --ink: oklch(0.22 0.01 60); --quiet: oklch(0.42 0.01 60); --accent: oklch(0.56 0.15 45);
}
:root.dark-mode {
  color-scheme: dark;
  --ground: oklch(0.16 0.006 60); --raised: oklch(0.2 0.007 60); --line: oklch(0.3 0.008 60);
  --ink: oklch(0.95 0.005 80); --quiet: oklch(0.74 0.01 80); --accent: oklch(0.76 0.16 55);
}
html, body, html.dark-mode, html.dark-mode body { margin: 0; background: var(--ground); color: var(--ink); }
#reference .swagger-ui { background: var(--ground); }
body, #reference .swagger-ui, #reference .swagger-ui :is(h1, h2, h3, h4, h5, p, a, td, th, label, button, span, li, table) {
  font-family: Geist, ui-sans-serif, system-ui, sans-serif;
}
#reference .swagger-ui :is(.opblock-summary-path, .opblock-summary-path span, .opblock-summary-path a, code, pre) {
  font-family: ui-monospace, monospace;
}
header { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); }
header a {
  display: inline-flex; gap: 0.5rem; align-items: center; min-height: 3.25rem; padding: 0 1.25rem;
  color: var(--ink); text-decoration: none;
}
header a:hover { color: var(--accent); }
header a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
#reference .swagger-ui :is(.info .title, .info p, .info li, .opblock-tag, .opblock-tag small, .opblock-description-wrapper p,
  .opblock-summary-path, .opblock-summary-path a, .opblock-summary-description, .parameter__name, .parameter__type, .tab li,
  table thead tr td, table thead tr th, .response-col_status, .response-col_links, .model, .model-title, section.models h4) {
  color: var(--ink);
}
#reference .swagger-ui :is(.scheme-container, section.models .model-container, .opblock .opblock-section-header) {
  background: var(--raised); box-shadow: none;
}
#reference .swagger-ui :is(.opblock-tag, .scheme-container, section.models) { border-color: var(--line); }
#reference .swagger-ui .opblock { background: var(--raised); border-color: var(--line); box-shadow: none; border-radius: 8px; }
#reference .swagger-ui .opblock .opblock-summary { border-color: var(--line); }
#reference .swagger-ui .info .title small { background: var(--quiet); }
#reference .swagger-ui .info .title small pre { color: var(--ground); }
#reference .swagger-ui .info a { color: var(--accent); }
#reference .swagger-ui .wrapper { max-width: 64rem; }
`

/**
 * The reference page at `/api/docs`, Swagger UI from our own server, and the JSON Schema of model
 * definitions.
 */
export function referenceRoutes() {
  return new Hono<Env>()
    .get('/api/docs', anyone, (c) => {
      const chosen = getCookie(c, 'theme')
      return c.html(page(themes.find((known) => known === chosen) ?? 'dark'))
    })
    .get('/api/docs/theme.css', anyone, (c) =>
      c.body(themeStyle, 200, { 'content-type': 'text/css' }),
    )
    .get('/api/docs/start.js', anyone, (c) =>
      c.body(start, 200, { 'content-type': 'text/javascript' }),
    )
    .get('/api/model-definition.schema.json', anyone, (c) =>
      c.json(definitionJsonSchema(), 200, { 'content-type': 'application/schema+json' }),
    )
    .get('/api/docs/:file', anyone, async (c, next) => {
      const type = files.get(c.req.param('file'))
      if (!type) return next()
      const body = await readFile(
        new URL(import.meta.resolve(`swagger-ui-dist/${c.req.param('file')}`)),
      )
      return c.body(new Uint8Array(body), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=86400',
      })
    })
}
