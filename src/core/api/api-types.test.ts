import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { languages } from '#platform/languages/languages.ts'
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
  const document = simplify(await readDocument())
  // The types name the list of languages, so that a new one changes nothing in them.
  const listed = languages.map((language) => JSON.stringify(language)).join()
  const text = JSON.stringify(document).replaceAll(listed, '"Language"')
  await compare(text, process.env.API_DOCUMENT, 'src/web/lib/api-types.ts')
})

/** What the client of `packages/client` names; the rest follows from these. */
const clientSchemas = ['Account', 'Created', 'Error', 'Generation', 'Models', 'Price']
/** The answers without a name of their own. */
const clientAnswers = {
  ImageUploaded: '/api/upload-image-wan-i2v',
  VideoUploaded: '/api/upload-video',
}

it('the types of the client match the document (`npm run api-types`)', async () => {
  const document = simplify(await readDocument()) as ApiDocument
  const schemas: Record<string, unknown> = {}
  const add = (name: string, schema: unknown) => {
    if (name in schemas) return
    schemas[name] = schema
    for (const [, other = ''] of JSON.stringify(schema).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    ))
      add(other, document.components.schemas[other])
  }
  for (const [name, path] of Object.entries(clientAnswers)) {
    const { schema } = document.paths[path]?.post?.responses[200]?.content['application/json'] ?? {}
    add(name, schema)
  }
  for (const name of clientSchemas) add(name, document.components.schemas[name])
  expect(Object.values(schemas)).not.toContain(undefined)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  const info = { title: 'Atelier', version: '1' }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    paths: {},
    components: { schemas: sorted },
  })
  await compare(text, process.env.CLIENT_DOCUMENT, 'packages/client/src/api-types.ts')
})

type ApiDocument = {
  components: { schemas: Record<string, unknown> }
  paths: Record<
    string,
    {
      post?: { responses: Record<number, { content: Record<string, { schema: unknown }> }> }
    }
  >
}

async function readDocument(): Promise<unknown> {
  const { app } = await testServer()
  return (await app.request('/api/openapi.json')).json()
}

/** Compares the types in `types` with the document they were made from, or writes that document. */
async function compare(document: string, target: string | undefined, types: string) {
  const mark = createHash('sha256').update(document).digest('hex')
  if (target) await writeFile(target, document)
  else expect(await readFile(`${repository}/${types}`, 'utf8')).toContain(mark)
}
