import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Env } from '../env.ts'

const files: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['favicon-32x32.png', 'image/png'],
])

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Atelier API</title>
  <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  <link rel="icon" href="/api/docs/favicon-32x32.png">
</head>
<body>
  <div id="reference"></div>
  <script src="/api/docs/swagger-ui-bundle.js"></script>
  <script src="/api/docs/start.js"></script>
</body>
</html>`

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true })`

/** The reference page at `/api/docs`: Swagger UI, from our own server. */
export function referenceRoutes() {
  return new Hono<Env>()
    .get('/api/docs', (c) => c.html(page))
    .get('/api/docs/start.js', (c) => c.body(start, 200, { 'content-type': 'text/javascript' }))
    .get('/api/docs/:file', async (c, next) => {
      const type = files.get(c.req.param('file'))
      if (!type) return next()
      const body = await readFile(new URL(import.meta.resolve(`swagger-ui-dist/${c.req.param('file')}`)))
      return c.body(new Uint8Array(body), 200, { 'content-type': type, 'cache-control': 'public, max-age=86400' })
    })
}
