import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishModels } from '#services/models/published-models.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { followPrerenderedPages, type PrerenderedPages } from './prerender-pages.ts'

const web = await fileDirectory('web')
const directory = path.join(web, '.prerender')
await mkdir(directory)
await writeFile(path.join(directory, 'pages.json'), '{"en":"Atelier"}')

const logged: string[] = []
const log = {
  info: () => undefined,
  warn: (_: unknown, message: string) => logged.push(message),
} as unknown as Parameters<typeof followPrerenderedPages>[1]

const name = '/prerendered/start.html'
const code = (body: string) =>
  writeFile(
    path.join(directory, 'prerender.js'),
    `export async function* prerenderPages(built, models) { ${body} }`,
  )

let pages: PrerenderedPages
beforeEach(async () => {
  publishModels(7, [])
  await code(`yield { name: '${name}', html: built.en + ' ' + models.revision }`)
  pages = await followPrerenderedPages(web, log)
})
afterEach(() => pages.stop())

const html = () => pages.find(name)?.body.toString()

it('prerenders the pages with the models of the studio, and again when they change', async () => {
  await pages.settled()
  expect(html()).toBe('Atelier 7')
  expect(pages.find('/prerendered/other.html')).toBeUndefined()
  publishModels(8, [])
  expect(html()).toBeUndefined()
  await pages.settled()
  expect(html()).toBe('Atelier 8')
})

it('ends what a change overtook', async () => {
  publishModels(8, [])
  publishModels(9, [])
  await pages.settled()
  expect(html()).toBe('Atelier 9')
})

it('goes on without pages that cannot be prerendered, and logs why', async () => {
  await pages.settled()
  await code("throw new Error('no')")
  publishModels(8, [])
  await pages.settled()
  expect(html()).toBeUndefined()
  expect(logged).toEqual(['pages cannot be prerendered with changed models'])
})
