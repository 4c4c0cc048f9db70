import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PageWithData } from '#contract/page-data.ts'
import { recordSample } from '#services/generations/record-sample.ts'
import { publishModels } from '#services/models/published-models.ts'
import { fixedSettings } from '#services/settings/studio-settings.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { createApp } from './app.ts'
import { describePage } from './web-files.ts'

const server = await testServer({ delayMs: 0 })
const { context } = server
const rendered: PageWithData[] = []
const renderPage = async (page: PageWithData) => {
  rendered.push(page)
  return describePage('<!doctype html><html lang="en"><title>Rendered</title></html>')
}
const files = new Map(
  ['/en.html', '/prerendered/start.html', '/prerendered/creator/video.html'].map((name) => [
    name,
    describePage(`<!doctype html><html lang="en"><title>${name}</title></html>`),
  ]),
)
const app = createApp(server.options, files, renderPage)
const origin = 'http://localhost:3000'

async function open(path: string, { from = app, cookie = '' } = {}) {
  rendered.length = 0
  const answer = await from.request(origin + path, { headers: { cookie } })
  return { status: answer.status, text: await answer.text(), data: rendered[0]?.data }
}

const answerOf = async (path: string) => (await app.request(origin + path)).json()

/** An image that everyone finds in Explore, and a shared collection with it. */
async function publish() {
  const owner = await testPerson(server)
  const create = { width: 64, height: 48, channels: 3, background: '#345' } as const
  await recordSample(context, {
    ...{ accountId: owner.account.id, model: fluxDev, input: { prompt: 'a red fox' }, files: {} },
    ...{ daysAgo: 0, results: [await sharp({ create }).png().toBuffer()], answer: null },
  })
  const history = await owner.request('GET', '/api/image-generation/history')
  const { id } = history.body.data[0].generation
  const choice = { is_listed: true, shows_settings: true }
  const share = await owner.request('PUT', `/api/generations/${id}/share`, choice)
  const made = await owner.request('POST', '/api/collections', { name: 'Foxes', ids: [id] })
  const address = `/api/collections/${made.body.id}/share`
  const shared = await owner.request('PUT', address, choice)
  const token: string = share.body.token
  return { owner, id, token, collection: shared.body.share.token as string }
}

it('reads what the API answers to everyone', async () => {
  const { token, collection } = await publish()
  const settings = await answerOf('/api/settings')
  const pricing = await open('/pricing')
  expect(pricing.data).toMatchObject({ settings })
  const explore = await open('/explore')
  expect(explore.data).toEqual({
    settings,
    explore: { sort: 'newest', page: await answerOf('/api/explore') },
  })
  expect(explore.data?.explore?.page.works.map((work) => work.token)).toContain(token)
  const work = await open(`/zh/share/${token}`)
  expect(work.data).toEqual({ settings, work: await answerOf(`/api/shares/${token}`) })
  expect(work.text).toContain('<title>a red fox</title>')
  expect((await open(`/share/collection/${collection}`)).data).toEqual({
    settings,
    collection: await answerOf(`/api/shared-collections/${collection}`),
  })
})

it('reads Explore as its address says, as far as it is known', async () => {
  const { data } = await open('/explore?kind=video&sort=liked')
  expect(data?.explore).toMatchObject({ kind: 'video', sort: 'liked', page: { works: [] } })
  const other = await open('/explore?kind=nothing&sort=worst&after=1.2.3')
  expect(other.data?.explore).toMatchObject({ kind: undefined, sort: 'newest' })
})

it('renders nothing for a share that has ended', async () => {
  const { owner, id, token } = await publish()
  expect((await open(`/share/${token}`)).status).toBe(200)
  await owner.request('DELETE', `/api/generations/${id}/share`)
  expect(await open(`/share/${token}`)).toMatchObject({ status: 404, data: undefined })
  const { data } = await open('/explore')
  expect(data?.explore?.page.works.map((work) => work.token)).not.toContain(token)
})

it('leaves Explore to the browser while its results cannot be read', async () => {
  const broken = { ...server.options, context: { ...context, database: undefined as never } }
  const answer = await createApp(broken, files, renderPage).request(`${origin}/explore`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<title>/en.html</title>')
})

describe('a page of the build', () => {
  it('is sent as it is while models and settings are those of the release', async () => {
    const { text, data } = await open('/creator/video')
    expect(text).toContain('<title>/prerendered/creator/video.html</title>')
    expect(data).toBeUndefined()
  })

  it('is rendered with the settings of the operator', async () => {
    const settings = fixedSettings({ studio_name: 'Lumen', price_percent: 150 })
    const from = createApp(
      { ...server.options, context: { ...context, settings } },
      files,
      renderPage,
    )
    const own = await (await from.request(`${origin}/api/settings`)).json()
    expect(own).toMatchObject({ studio_name: 'Lumen' })
    for (const path of ['/', '/creator/video', '/zh/report'])
      expect(await open(path, { from })).toMatchObject({
        text: expect.stringContaining('<title>Rendered</title>'),
        data: { settings: own },
      })
    expect((await open('/account', { from })).data).toBeUndefined()
    // The script goes on to the language that was chosen before.
    expect((await open('/', { from, cookie: 'locale=zh' })).data).toBeUndefined()
  })

  it('is rendered with the models of the studio', async () => {
    publishModels(7, [])
    onTestFinished(() => publishModels(0, []))
    const { data } = await open('/creator/video')
    expect(data).toEqual({ settings: await answerOf('/api/settings') })
  })

  it('is left to the browser where it cannot be rendered', async () => {
    const settings = fixedSettings({ studio_name: 'Lumen' })
    const from = createApp({ ...server.options, context: { ...context, settings } }, files)
    expect((await open('/creator/video', { from })).text).toContain('<title>/en.html</title>')
  })
})
