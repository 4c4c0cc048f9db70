import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishModels } from '#core/models/published-models.ts'
import type { PageWithData } from '#core/pages/page-data-contract.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { type PageRenderer, startPageRenderer } from './page-renderer.ts'

const web = await fileDirectory('web')
const directory = path.join(web, '.prerender')
await mkdir(directory)
await writeFile(path.join(directory, 'pages.json'), '{"en":"Atelier"}')

const logged: string[] = []
const log = {
  warn: (_: unknown, message: string) => logged.push(message),
} as unknown as Parameters<typeof startPageRenderer>[1]

const code = (body: string) =>
  writeFile(
    path.join(directory, 'prerender.js'),
    `let calls = 0; export async function renderPage(built, { path, data }, models) { calls += 1; ${body} }`,
  )

/** Its text names the call, the page, its data and the models. */
const described =
  "return [built.en, calls, path, data.settings.studio_name, models.revision].join(' ')"

let renderer: PageRenderer
beforeEach(async () => {
  logged.length = 0
  publishModels(0, [])
  await code(described)
  renderer = await startPageRenderer(web, log)
})
afterEach(() => renderer.stop())

const page = (place: string, name = 'Studio') =>
  ({
    ...{ path: place, language: 'en', isSignedIn: false },
    data: { settings: { studio_name: name } },
  }) as PageWithData

const html = async (place: string, name?: string) =>
  (await renderer.render(page(place, name)))?.body.toString()

it('renders a page with its data, once for the same data', async () => {
  expect(await html('/pricing')).toBe('Atelier 1 /pricing Studio 0')
  const first = await renderer.render(page('/pricing'))
  expect(await renderer.render(page('/pricing'))).toBe(first)
  expect(await html('/pricing', 'Other')).toBe('Atelier 2 /pricing Other 0')
  expect(await html('/list')).toBe('Atelier 3 /list Studio 0')
})

it('renders with the models of the studio as they are', async () => {
  await html('/pricing')
  publishModels(7, [])
  expect(await html('/pricing')).toBe('Atelier 1 /pricing Studio 7')
})

it('answers null for a page that cannot be rendered, logs why, and renders others', async () => {
  await code(`if (path === '/bad') throw new Error('no'); ${described}`)
  expect(await html('/bad')).toBeUndefined()
  expect(logged).toEqual(['a page cannot be rendered'])
  expect(await html('/list')).toBe('Atelier 2 /list Studio 0')
  expect(await html('/bad')).toBeUndefined()
  expect(logged).toHaveLength(2)
})

it('starts again after its thread has ended', async () => {
  await code(`if (path === '/end') process.exit(1); ${described}`)
  expect(await html('/end')).toBeUndefined()
  expect(await html('/list')).toBe('Atelier 1 /list Studio 0')
})

it('ends a thread that does not answer, and starts another', async () => {
  await code(`if (path === '/stuck') return new Promise(() => {}); ${described}`)
  await renderer.stop()
  renderer = await startPageRenderer(web, log, 1_000)
  expect(await html('/stuck')).toBeUndefined()
  expect(logged).toEqual(['a page was not rendered in time'])
  expect(await html('/list')).toBe('Atelier 1 /list Studio 0')
})

it('lets no more pages wait than it can render soon', async () => {
  const pages = Array.from({ length: 40 }, (_, at) => html(`/${at}`))
  const rendered = (await Promise.all(pages)).filter((one) => one !== undefined)
  expect(rendered).toHaveLength(32)
  expect(await html('/39')).toContain('/39')
})

it('keeps what was used last', async () => {
  await html('/first')
  for (let at = 0; at < 255; at++) await html(`/${at}`)
  expect(await html('/first')).toContain(' 1 /first')
  await html('/one-more')
  expect(await html('/first')).toContain(' 1 /first')
  expect(await html('/0')).toContain(' 258 /0')
})
