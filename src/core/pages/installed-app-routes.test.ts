import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import { makeWebFile } from './web-files.ts'

const server = await testServer()
const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
const logo = `data:image/png;base64,${png.toString('base64')}`

const html = '<!doctype html><html lang="en"><link rel="icon" href="/icon.svg"></html>'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>'
const files = new Map(
  await Promise.all(
    [
      ['/en.html', html, 'text/html; charset=utf-8'],
      ['/zh.html', html, 'text/html; charset=utf-8'],
      ['/assets/service-worker-abcd1234.js', 'worker()', 'text/javascript; charset=utf-8'],
      ['/assets/offline-abcd1234.js', 'offline()', 'text/javascript; charset=utf-8'],
      ['/assets/icon-abcd1234.svg', svg, 'image/svg+xml'],
    ].map(
      async ([path = '', body = '', type = '']) =>
        [path, await makeWebFile(Buffer.from(body), type)] as const,
    ),
  ),
)

/** The product with these settings; a call returns what it answers at a path. */
function studio(settings: Parameters<typeof testSettings>[0] = {}, web = files) {
  const context = { ...server.context, settings: testSettings(settings) }
  const app = createApp({ ...server.options, context }, web)
  return (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost:3000${path}`, { headers })
}

type Manifest = { start_url: string; icons: { src: string; sizes: string; purpose: string }[] }

const readManifest = async (response: Response) => (await response.json()) as Manifest

async function pixels(response: Response) {
  const image = sharp(Buffer.from(await response.arrayBuffer()))
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * 4
    return [...data.subarray(start, start + 4)]
  }
  return { size: [info.width, info.height], at }
}

it('describes the studio by its settings, in the language of the page', async () => {
  const get = studio({ studio_name: 'Dark <Room>', accent_color: '#1d4ed8', logo })
  const page = await (await get('/zh/pricing')).text()
  const [, path = ''] = /<link rel="manifest" href="([^"]*)"/.exec(page) ?? []
  const answer = await get(path)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = await readManifest(answer)
  expect(manifest).toMatchObject({
    ...{ id: '/', scope: '/', start_url: '/zh', lang: 'zh', display: 'standalone' },
    ...{ name: 'Dark <Room>', theme_color: '#1d4ed8' },
  })
  expect((await readManifest(await get('/manifest.webmanifest'))).start_url).toBe('/')
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  const [small, , maskable] = await Promise.all(
    manifest.icons.map(async ({ src }) => pixels(await get(src))),
  )
  // The logo keeps its shape; the maskable icon is opaque to its corners.
  expect([small?.size, small?.at(96, 96), small?.at(96, 2)]).toEqual([
    [192, 192],
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ])
  expect([maskable?.size, maskable?.at(256, 256), maskable?.at(0, 0)]).toEqual([
    [512, 512],
    [255, 0, 0, 255],
    [15, 13, 11, 255],
  ])
})

it('serves icons of the present logo alone', async () => {
  const { icons } = await readManifest(await studio()('/manifest.webmanifest'))
  expect((await studio()(icons[0]?.src ?? '')).headers.get('cache-control')).toContain('immutable')
  expect((await studio({ logo })(icons[0]?.src ?? '')).status).toBe(404)
  expect((await studio()('/app-icons/../../package.json')).status).toBe(404)
  expect((await studio()('/app-icons/none.png')).status).toBe(404)
})

it('changes the service worker with what its pages show, and only then', async () => {
  const worker = async (get = studio()) => (await get('/service-worker.js')).text()
  const text = await worker()
  expect(text).toBe(await worker())
  expect(text).toMatch(/^self\.installedApp=\{.*\}\nworker\(\)$/)
  expect(await worker(studio({ studio_name: 'Another' }))).not.toBe(text)
  expect(await worker(studio({ logo }))).not.toBe(text)
  expect(await worker(studio({ accent_color: '#1d4ed8' }))).not.toBe(text)
  expect(await worker(studio({ price_percent: 150 }))).toBe(text)

  const first = await studio()('/service-worker.js')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag') ?? ''
  expect((await studio()('/service-worker.js', { 'if-none-match': etag })).status).toBe(304)
})

it('escapes the name of the studio on the page that stands in for it', async () => {
  const get = studio({ studio_name: '"><script>alert(1)</script>' })
  const text = await (await get('/zh/offline')).text()
  expect(text).toContain('<html lang="zh-CN"')
  expect(text).not.toContain('<script>')
  expect(text.match(/<script/g)).toHaveLength(1)
})

it('allows workers and manifests of the studio alone', async () => {
  const policy = (await studio()('/')).headers.get('content-security-policy')
  expect(policy).toContain("worker-src 'self'; manifest-src 'self'")
})

it('has none of these without the files of the build', async () => {
  const get = studio({}, new Map([...files].filter(([path]) => path.endsWith('.html'))))
  expect((await get('/service-worker.js')).status).toBe(404)
  expect(await (await get('/pricing')).text()).not.toContain('manifest')
})
