import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createApp } from '#core/api/app.ts'
import { signedInHint } from '#core/history/contract/browser-state.ts'
import type { Env, ReadPage } from '#core/http/env.ts'
import { publishModels } from '#core/models/published-models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import type { PageWithData } from './page-data-contract.ts'
import { describePage, makeWebFile } from './web-files.ts'
import type { WebFiles } from './web-routes.ts'

/** The page of a feature. */
const readList: ReadPage = async (_c, path) => (path === '/list' ? { data: {} } : undefined)

const admins = new Set<string>()
const server = await testServer({}, { admins })
const page =
  '<!doctype html><html lang="en"><link rel="icon" href="/icon.svg"><title>Atelier</title></html>'
const chinese = page.replace('Atelier', 'Atelier 中文')
const files: WebFiles = new Map()
for (const [language, body] of [
  ['en', page],
  ['zh', chinese],
]) {
  files.set(
    `/${language}.html`,
    await makeWebFile(Buffer.from(`${body}`), 'text/html; charset=utf-8'),
  )
}
const drawn = page.replace('</html>', '<h1>Image</h1></html>')
files.set(
  '/prerendered/creator/image.html',
  await makeWebFile(Buffer.from(drawn), 'text/html; charset=utf-8'),
)
const forMembers = drawn.replace('Image', 'Image for members')
files.set(
  '/prerendered/creator/image.signed-in.html',
  await makeWebFile(Buffer.from(forMembers), 'text/html; charset=utf-8'),
)
files.set(
  '/prerendered/start.html',
  await makeWebFile(
    Buffer.from(page.replace('Atelier', 'Atelier Start')),
    'text/html; charset=utf-8',
  ),
)
files.set('/assets/a-12345678.js', await makeWebFile(Buffer.from('1'), 'text/javascript'))
const app = createApp(server.options, files)

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await app.request(`http://localhost:3000${path}`, { headers })
  const { 'x-request-id': _, ...sameEachTime } = Object.fromEntries(answer.headers)
  return {
    status: answer.status,
    headers: sameEachTime,
    text: await answer.text(),
  }
}

describe('pages', () => {
  it.each(['/zh', '/pricing', '/zh/creator/video/vace', '/creator/history/whatever'])(
    'exist at %s',
    async (path) => {
      const { status, text } = await open(path)
      expect([status, text]).toEqual([
        200,
        path.startsWith('/zh')
          ? chinese.replace('<html lang="en">', '<html lang="zh-CN" data-theme="dark">')
          : page.replace('<html lang="en">', '<html lang="en" data-theme="dark">'),
      ])
    },
  )

  it('are prerendered, in the chosen theme and compressed', async () => {
    const { text } = await open('/creator/image', { cookie: 'theme=light' })
    expect(text).toBe(drawn.replace('<html lang="en">', '<html lang="en" data-theme="light">'))
    const { headers } = await open('/creator/image', { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    })
    expect((await open('/zh/creator/image')).text).not.toContain('<h1>')
  })

  it('have the operator’s colour and logo before any script runs', async () => {
    const logo = `data:image/png;base64,${Buffer.from('a logo').toString('base64')}`
    const settings = testSettings({ accent_color: '#1d4ed8', logo })
    const context = { ...server.context, settings }
    const own = createApp({ ...server.options, context }, files)
    const get = (path: string) => own.request(`http://localhost:3000${path}`)
    const text = await (await get('/creator/image')).text()
    expect(text).toMatch(
      /^<!doctype html><html lang="en" data-theme="dark" style="--accent:light-dark\(#1d4ed8, #[\da-f]{6}\);/,
    )
    const [, path = ''] = /--logo:url\((.*?)\)/.exec(text) ?? []
    expect(text).toContain(`<link rel="icon" type="image/png" href="${path}">`)
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toBe('a logo')
    expect((await get('/api/settings/logo/current.png')).status).toBe(200)
    expect((await get('/api/settings/logo/older.png')).status).toBe(404)
    expect((await open(path)).status).toBe(404)
  })

  it('are prerendered for those who may be signed in', async () => {
    const { text } = await open('/creator/image', { cookie: `${signedInHint}=1` })
    expect(text).toContain('Image for members')
    expect((await open('/creator/image.signed-in')).status).toBe(404)
  })

  it('name the models that are needed first where they are not those of the release', async () => {
    publishModels(7, [])
    onTestFinished(() => publishModels(0, []))
    const root =
      '<html lang="en" data-theme="dark" data-models="video-to-video lip-sync text-to-3d">'
    expect((await open('/creator/image')).text).toBe(page.replace('<html lang="en">', root))
  })

  it('are rendered with their data, and without it where that fails', async () => {
    const asked: PageWithData[] = []
    const renderPage = async (wanted: PageWithData) => {
      asked.push(wanted)
      if (wanted.path !== '/pricing') return null
      return describePage(page.replace('</html>', '<h1>Rendered</h1></html>'))
    }
    const list = { routes: () => new Hono<Env>(), readPage: () => readList }
    const options = { ...server.options, features: [list], pages: ['/list'] }
    const rendered = createApp(options, files, renderPage)
    const read = async (path: string, headers: Record<string, string> = {}) =>
      (await rendered.request(`http://localhost:3000${path}`, { headers })).text()
    expect(await read('/zh/pricing')).toContain('<h1>Rendered</h1>')
    await read('/pricing', { cookie: `${signedInHint}=1` })
    expect(asked).toMatchObject([
      { path: '/pricing', language: 'zh', isSignedIn: false },
      { path: '/pricing', language: 'en', isSignedIn: true },
    ])
    expect(await read('/list')).toContain('<title>Atelier</title>')
    expect(await read('/creator/image')).toContain('<h1>Image</h1>')
    expect(asked).toHaveLength(3)
  })

  it('show no start page in a language that the script would leave', async () => {
    expect((await open('/')).text).toContain('Start')
    expect((await open('/', { cookie: 'locale=en' })).text).toContain('Start')
    expect((await open('/', { cookie: 'locale=zh' })).text).not.toContain('Start')
  })

  it('load files without what protects a page alone', async () => {
    const { status, headers } = await open('/assets/a-12345678.js')
    expect(status).toBe(200)
    expect(headers).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'self'",
      'content-type': 'text/javascript',
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.any(String),
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect((await open('/pricing')).headers).toMatchObject({ 'x-frame-options': 'DENY' })
  })

  it('allow forms to this site only', async () => {
    expect((await open('/pricing')).headers['content-security-policy']).toMatch(
      /form-action 'self'(;|$)/,
    )
  })

  it.each([
    '/creator/image.html',
    '/nothing',
    '/zh/nothing',
    '/dev/create/image',
    '/nothing/',
    '//pricing/',
    '/en.html',
    '/zh.html',
    '/constructor',
  ])('answer 404 at %s', async (path) => {
    const { status, headers, text } = await open(path)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('<title>Atelier')
  })

  it.each([
    ['/pricing/', '/pricing'],
    ['/creator/video/vace//?prompt=a%20fox&x=1', '/creator/video/vace?prompt=a%20fox&x=1'],
    ['/zh/pricing/?a=b', '/zh/pricing?a=b'],
    ['/zh/', '/zh'],
    ['/creator', '/creator/image/text-to-image'],
    ['/creator/?prompt=x', '/creator/image/text-to-image?prompt=x'],
    ['/zh/creator', '/zh/creator/image/text-to-image'],
    ['/creator/history/%0d%0ax/', '/creator/history/%0d%0ax'],
  ])('are redirected to from %s', async (path, address) => {
    const { status, headers } = await open(path)
    expect([status, headers.location]).toEqual([302, address])
  })

  it('of the operator are 404 to others, with every method', async () => {
    const [operator, other] = [await testPerson(server), await testPerson(server)]
    admins.add(operator.account.email)
    const leaked = {
      authorization: `Bearer ${await createApiKey(server.context, operator.account.id, 'leaked')}`,
    }
    for (const path of [
      '/admin',
      '/admin/',
      '/admin/accounts',
      '/zh/admin',
      '/zh/admin/payments',
    ]) {
      for (const headers of [{}, other.headers, leaked, { cookie: 'atelier_session=x' }]) {
        expect(await open(path, headers)).toEqual(
          await open(path.replace('admin', 'nothing'), headers),
        )
      }
      expect((await open(path, operator.headers)).status).toBe(path.endsWith('/') ? 302 : 200)
    }
  })

  it('are served while the database is unavailable, to everyone', async () => {
    const { headers } = await testPerson(server)
    const broken = {
      ...server.options,
      context: {
        ...server.context,
        database: new Proxy(server.context.database, {
          get: () => {
            throw new Error('no database')
          },
        }),
      },
    }
    const answer = await createApp(broken, files).request('http://localhost:3000/creator/image', {
      headers,
    })
    expect(answer.status).toBe(200)
  })
})
