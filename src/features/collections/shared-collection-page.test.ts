import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import type { PageWithData } from '#core/pages/page-data-contract.ts'
import { describePage } from '#core/pages/web-files.ts'
import type { WebFiles } from '#core/pages/web-routes.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ delayMs: 0 })
const template =
  '<!doctype html><html lang="en"><head><meta name="description" content="x"><title>Atelier</title></head><body><div id="app"></div></body></html>'
const files: WebFiles = new Map(
  ['en', 'zh'].map((language) => [`/${language}.html`, describePage(template)]),
)
const app = createApp(server.options, files)
const origin = 'http://localhost:3000'

async function shareCollection(name: string) {
  const owner = await testPerson(server)
  const create = { width: 640, height: 480, channels: 3, background: '#345' } as const
  await recordSample(server.context, {
    ...{ accountId: owner.account.id, model: fluxDev, input: { prompt: 'a red fox' }, files: {} },
    ...{ daysAgo: 0, results: [await sharp({ create }).png().toBuffer()], answer: null },
  })
  const { body } = await owner.request('GET', '/api/image-generation/history')
  const { id, images } = body.data[0].generation as GenerationView
  const { body: collection } = await owner.request('POST', '/api/collections', { name, ids: [id] })
  const address = `/api/collections/${collection.id}/share`
  const choice = { is_listed: false, shows_settings: false }
  const { body: shared } = await owner.request('PUT', address, choice)
  return { owner, address, url: images[0]?.url ?? '', path: new URL(shared.share.url).pathname }
}

async function open(path: string) {
  const answer = await app.request(origin + path)
  const text = await answer.text()
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]
  return { status: answer.status, text, meta }
}

it('describes a shared collection to other sites, and shows it without scripts', async () => {
  const { path, url, owner } = await shareCollection('Foxes & <b>friends</b>')
  const { status, text, meta } = await open(path)
  expect(status).toBe(200)
  const name = 'Foxes &amp; &lt;b&gt;friends&lt;/b&gt;'
  expect(text).toContain(`<title>${name}</title>`)
  expect([meta('og:title'), meta('og:image'), meta('robots')]).toEqual([name, url, 'noindex'])
  expect(text).toContain(`<img src="${url}"`)
  for (const secret of ['<b>', 'a red fox', owner.account.email]) expect(text).not.toContain(secret)

  const [, oembed = ''] = /application\/json\+oembed" href="([^"]*)"/.exec(text) ?? []
  const answer = await app.request(oembed.replaceAll('&amp;', '&'))
  const embedded = (await answer.json()) as { html: string }
  expect(embedded).toMatchObject({ type: 'rich', width: 640, height: 480 })
  expect(embedded.html).toContain(`<img src="${url}" alt="${name}"`)
})

it('is not found once sharing has ended, nor under other tokens', async () => {
  const { path, owner, address } = await shareCollection('Foxes')
  expect((await open(`/zh${path}`)).text).toContain('<html lang="zh-CN"')
  await owner.request('DELETE', address)
  expect((await open(path)).status).toBe(404)
  expect((await open(`/share/collection/${'x'.repeat(22)}`)).status).toBe(404)
  expect((await open('/share/collection/')).status).toBe(404)
  const oembed = `/api/oembed?url=${encodeURIComponent(origin + path)}`
  expect((await app.request(origin + oembed)).status).toBe(404)
})

it('is rendered with what the API answers to everyone', async () => {
  const { path } = await shareCollection('Foxes')
  const rendered: PageWithData[] = []
  const renders = createApp(server.options, files, async (page) => {
    rendered.push(page)
    return describePage(template)
  })
  await renders.request(origin + path)
  const answerOf = async (address: string) => (await app.request(origin + address)).json()
  const token = path.split('/').at(-1)
  expect(rendered.map(({ data }) => data)).toEqual([
    {
      settings: await answerOf('/api/settings'),
      collection: await answerOf(`/api/shared-collections/${token}`),
    },
  ])
})
