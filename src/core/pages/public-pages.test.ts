import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { publishModels } from '#core/models/published-models.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import type { PageWithData } from './page-data-contract.ts'
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

it('reads what the API answers to everyone', async () => {
  const { data } = await open('/pricing')
  const settings = await answerOf('/api/settings')
  expect(data).toMatchObject({ settings })
})

describe('a page of the build', () => {
  it('is sent as it is while models and settings are those of the release', async () => {
    const { text, data } = await open('/creator/video')
    expect(text).toContain('<title>/prerendered/creator/video.html</title>')
    expect(data).toBeUndefined()
  })

  it('is rendered with the settings of the operator', async () => {
    const settings = testSettings({ studio_name: 'Lumen', price_percent: 150 })
    const from = createApp(
      { ...server.options, context: { ...context, settings } },
      files,
      renderPage,
    )
    const own = await (await from.request(`${origin}/api/settings`)).json()
    expect(own).toMatchObject({ studio_name: 'Lumen' })
    const { features } = server.options
    const ofFeatures = features.flatMap(({ prerenderedPages = [] }) => prerenderedPages)
    for (const path of ['/', '/creator/video', '/zh/creator/image', ...ofFeatures])
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
    const settings = testSettings({ studio_name: 'Lumen' })
    const from = createApp({ ...server.options, context: { ...context, settings } }, files)
    expect((await open('/creator/video', { from })).text).toContain('<title>/en.html</title>')
  })
})
