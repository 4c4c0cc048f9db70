import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { repository } from '#testing/product.ts'
import { testServer } from '#testing/server.ts'

const texts = new Set([
  ...['description', 'summary', 'example', 'examples', 'operationId'],
  ...['tags', 'security'],
])

/** Reduces the document to what types need: no texts, no refusals. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(
    ([name, value]) =>
      // A property of a schema may have one of these names, too: then it is an object.
      (typeof value === 'object' && !Array.isArray(value)) || !texts.has(name),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'responses' ? simplify(successful(value)) : simplify(value),
    ]),
  )
}

function successful(responses: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))
}

it('the API types of the pages match the document (`npm run api-types`)', async () => {
  const { app } = await testServer()
  const document = await (await app.request('/api/openapi.json')).json()
  // The types name the list of languages, so that a new one changes nothing in them.
  const listed = languages.map((language) => JSON.stringify(language)).join()
  const text = JSON.stringify(simplify(document)).replaceAll(listed, '"Language"')
  const mark = createHash('sha256').update(text).digest('hex')
  if (process.env.API_DOCUMENT) await writeFile(process.env.API_DOCUMENT, text)
  else expect(await readFile(`${repository}/src/web/lib/api-types.ts`, 'utf8')).toContain(mark)
})
