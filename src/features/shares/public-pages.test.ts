import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import type { PageWithData } from '#core/pages/page-data-contract.ts'
import { describePage } from '#core/pages/web-files.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ delayMs: 0 })
const { context } = server
const rendered: PageWithData[] = []
const renderPage = async (page: PageWithData) => {
  rendered.push(page)
  return describePage('<!doctype html><html lang="en"><title>Rendered</title></html>')
}
const files = new Map([
  ['/en.html', describePage('<!doctype html><html lang="en"><title>/en.html</title></html>')],
])
const app = createApp(server.options, files, renderPage)
const origin = 'http://localhost:3000'

async function open(path: string) {
  rendered.length = 0
  const answer = await app.request(origin + path)
  return { status: answer.status, text: await answer.text(), data: rendered[0]?.data }
}

const answerOf = async (path: string) => (await app.request(origin + path)).json()

/** An image that everyone finds in Explore. */
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
  const token: string = share.body.token
  return { owner, id, token }
}

it('reads what the API answers to everyone', async () => {
  const { token } = await publish()
  const settings = await answerOf('/api/settings')
  const explore = await open('/explore')
  expect(explore.data).toEqual({
    settings,
    explore: { sort: 'newest', page: await answerOf('/api/explore') },
  })
  expect(explore.data?.explore?.page.works.map((work) => work.token)).toContain(token)
  const work = await open(`/zh/share/${token}`)
  expect(work.data).toEqual({ settings, work: await answerOf(`/api/shares/${token}`) })
  expect(work.text).toContain('<title>a red fox</title>')
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
