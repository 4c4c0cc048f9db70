import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { installPackedClient } from '#testing/packed-client.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { test as base, databaseOf, expect } from '../product.ts'

type Site = { origin: string; close(): void }

/** A site of its own with the client as it is published; all are `localhost`, so that cookies come along. */
async function serveClient(installed: string): Promise<Site> {
  const server = createServer(async (request, response) => {
    const name = path.basename(request.url ?? '')
    if (name === 'photo.jpg') return response.end(await readFile(mediaPath(name)))
    if (!name.endsWith('.js')) {
      response.setHeader('content-type', 'text/html')
      return response.end('<!doctype html><title>App</title><link rel="icon" href="data:,">')
    }
    response.setHeader('content-type', 'text/javascript')
    response.end(await readFile(path.join(installed, 'dist', name)))
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

type Sites = { allowed: Site; other: Site }

const test = base.extend<object, { sites: Sites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
    async ({}, use) => {
      const { installed, remove } = await installPackedClient()
      const sites = { allowed: await serveClient(installed), other: await serveClient(installed) }
      await use(sites)
      for (const site of Object.values(sites)) site.close()
      await remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  environment: async ({ sites }, use) => {
    await use({ MOCK_DELAY_MS: '300', CORS_ORIGINS: sites.allowed.origin })
  },
})

type Outcome = { code?: string; bytes?: number[]; answer?: string | null; states?: string[] }

/** Uses the client in a page: an edit of an uploaded image, and a refused price. */
function useClient(page: Page, baseUrl: string, apiKey: string): Promise<Outcome[]> {
  return page.evaluate(
    async ({ options, module }) => {
      const { createClient } = (await import(module)) as typeof import('@atelier/client')
      const client = createClient({ ...options, maxRetries: 0 })
      const image_url = await (await fetch('/photo.jpg')).blob()
      const states: string[] = []
      const edit = client.generate({
        kind: 'image-editing',
        model: 'nano-banana-edit',
        input: { prompt: 'make it night', image_url },
        onProgress: ({ status }) => void states.push(status),
      })
      const read = async ({ files }: Awaited<typeof edit>) => ({
        states,
        bytes: await Promise.all(files.map(async (file) => (await file.blob()).size - file.bytes)),
      })
      const fox = { kind: 'image', model: 'flux-dev', input: { prompt: 'a fox' } } as const
      const refused = client.start({ ...fox, maxCredits: 1 }).then(() => ({ code: 'started' }))
      const code = (error: { code: string }) => ({ code: error.code })
      return Promise.all([edit.then(read).catch(code), refused.catch(code)])
    },
    { options: { baseUrl, apiKey }, module: '/client.js' },
  )
}

test('the published client generates from a page elsewhere, with a key alone', async ({
  page,
  context,
  enter,
  installation,
  sites,
}) => {
  const { url, product } = installation
  const options = ['--email', 'elsewhere@example.com', '--credits', '500', '--paid', '--key']
  const made = await product.atelier('account', 'create', ...options)
  const { api_key: key } = JSON.parse(made.output)
  const balances = async () => {
    const database = await databaseOf(product)
    const rows = await database.selectFrom('account').select(['email', 'credits']).execute()
    await database.destroy()
    return new Map(rows.map(({ email, credits }) => [email, credits]))
  }

  const other = await context.newPage()
  await other.goto(sites.other.origin)
  expect(await useClient(other, url, key)).toEqual([
    { code: 'connection_failed' },
    { code: 'connection_failed' },
  ])
  expect((await balances()).get('elsewhere@example.com')).toBe(500)

  const allowed = await context.newPage()
  await allowed.goto(sites.allowed.origin)
  const [edit, refused] = await useClient(allowed, url, key)
  expect(edit).toMatchObject({ bytes: [0], states: expect.arrayContaining(['completed']) })
  expect(refused).toEqual({ code: 'above_max_credits' })
  expect((await balances()).get('elsewhere@example.com')).toBeLessThan(500)

  // The same browser is signed in; to it, the sites are one, so their requests have the cookie.
  const email = await enter('/account', { credits: 100 })
  expect(await context.cookies(url)).not.toEqual([])
  const outcomes = await allowed.evaluate(async (studio) => {
    const body = JSON.stringify({ model: 'flux-schnell', prompt: 'a fox' })
    const create = `${studio}/api/image-generation/create`
    const asked = (address: string, init: RequestInit) =>
      fetch(address, init).then(
        async (response) => `${response.status} ${(await response.json()).code}`,
        () => 'unreadable',
      )
    const cookie: RequestInit = { credentials: 'include' }
    return [
      await asked(`${studio}/api/account`, cookie),
      await asked(`${studio}/api/account`, {}),
      await asked(create, { ...cookie, method: 'POST', body }),
      await asked(create, { ...cookie, method: 'POST', body, mode: 'no-cors' }),
      await asked(create, {
        ...cookie,
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
    ]
  }, url)
  expect(outcomes).toEqual([
    'unreadable',
    '401 unauthorized',
    'unreadable',
    'unreadable',
    'unreadable',
  ])
  expect((await balances()).get(email)).toBe(100)
  await page.reload()
  await expect(page).toHaveURL(/\/account$/)
})
