import { createServer, connect as openSocket, type Socket } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { streamSilenceMs } from '#core/events/contract.ts'
import { createProduct, type RunningProduct } from '#testing/product.ts'
import { test as base, expect } from '../product.ts'

/** The product, which can be stopped and comes back at the same address. */
const test = base.extend<object, { server: { restart(): Promise<void> } }>({
  server: [
    async ({ installation }, use) => {
      await use({
        restart: async () => {
          await running.get(installation.url)?.stop()
          running.set(installation.url, await installation.product.start())
        },
      })
    },
    { scope: 'worker' },
  ],
  installation: [
    async ({ environment }, use) => {
      const product = await createProduct(environment)
      const first = await product.start()
      running.set(first.url, first)
      await use({ url: first.url, product })
      await running.get(first.url)?.stop()
      await product.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const running = new Map<string, RunningProduct>()

/** Counts what the browser asks for. */
function countRequests(target: Page | BrowserContext, path: RegExp): () => number {
  let count = 0
  target.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) count++
  })
  return () => count
}

const streams = /^\/api\/events$/
const polls = /^\/api\/generations\/[^/]+$/

/**
 * Starts a generation without the pages, as another device of the same account does: they learn of
 * it by an event alone.
 */
async function makeElsewhere(
  { context }: { context: BrowserContext },
  url: string,
  prompt: string,
) {
  const data = { model: 'flux-dev', image_size: 'square', prompt }
  const response = await context.request.post(`${url}/api/image-generation/create`, { data })
  expect(response.status()).toBe(200)
}

/**
 * The server's address by way of a TCP proxy that can stop passing on event streams while their
 * connections stay open.
 */
async function openProxy(target: string) {
  const sockets = new Set<Socket>()
  const streams = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const upstream = openSocket(Number(new URL(target).port), 'localhost')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('data', (data) => {
      if (data.toString('latin1').startsWith('GET /api/events')) streams.add(client)
      if (!isSilent || !streams.has(client)) upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!isSilent || !streams.has(client)) client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    silence: () => {
      isSilent = true
    },
    restore: () => {
      isSilent = false
      for (const stream of streams) stream.destroy()
      streams.clear()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test.use({ language: 'en', environment: { MOCK_DELAY_MS: '2500' } })
test.describe.configure({ mode: 'default' })

/** What does not come while the line is cut. */
const cut = ['**/api/events', '**/media/**']

test.describe('live changes', () => {
  test.slow()

  test('two tabs share one stream, and when the one that listens closes, the other takes over', async ({
    page,
    context,
    enter,
    installation,
  }) => {
    const opened = countRequests(context, streams)
    await enter('/creator/image/text-to-image')
    await expect.poll(opened).toBe(1)
    const history = await context.newPage()
    await history.goto(`${installation.url}/creator/history/image`)
    const records = history.getByRole('main')
    await expect(records.getByRole('heading', { level: 1 })).toBeVisible()

    await makeElsewhere({ context }, installation.url, 'A fox in the snow')
    await expect(records.getByText('A fox in the snow')).toBeVisible()
    await expect(records.locator('img')).toBeVisible()
    expect(opened()).toBe(1)

    await page.close()
    await expect.poll(opened).toBe(2)
    await makeElsewhere({ context }, installation.url, 'A hare in the corn')
    await expect(records.getByText('A hare in the corn')).toBeVisible()
    expect(opened()).toBe(2)
  })

  test('a cut stream is replaced by polling until it is back', { tag: '@smoke' }, async ({
    page,
    context,
    text,
    enter,
    installation,
    server,
  }) => {
    const polled = countRequests(page, polls)
    const openedStream = () =>
      page.waitForResponse(
        (response) => streams.test(new URL(response.url()).pathname) && response.ok(),
      )
    const opened = openedStream()
    await enter('/creator/image/text-to-image')
    await opened
    // It must not end before the line is cut.
    await page
      .getByLabel(text('field_prompt'), { exact: true })
      .fill('A fox in the snow [fault:slow]')
    await page.getByRole('radio', { name: /512/ }).check({ force: true })
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    const stage = page.getByRole('region', { name: text('stage_label') })
    await expect(stage.getByRole('progressbar').first()).toBeVisible()

    for (const path of cut) await page.route(path, (route) => route.abort())
    await server.restart()
    const image = stage.getByRole('img', { name: 'A fox in the snow' })
    const width = () =>
      image.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
    await expect.poll(width).toBe(0)
    expect(polled()).toBeGreaterThan(0)

    const back = openedStream()
    for (const path of cut) await page.unroute(path)
    await back
    await expect.poll(width).toBeGreaterThan(0)
    await expect(page.getByText(text('app_balance', { credits: 470 })).first()).toBeVisible()
    await makeElsewhere({ context }, installation.url, 'A hare in the corn')
    await expect(page.getByText(text('app_balance', { credits: 440 })).first()).toBeVisible()
  })

  test('a stream that falls silent without closing is noticed, said and replaced by polling', async ({
    page,
    context,
    text,
    enter,
    installation,
  }) => {
    await enter('/pricing')
    const proxy = await openProxy(installation.url)
    try {
      const polled = countRequests(page, polls)
      const opened = page.waitForResponse(
        (response) => streams.test(new URL(response.url()).pathname) && response.ok(),
      )
      await page.goto(`${proxy.url}/creator/image/text-to-image`)
      await opened
      await makeElsewhere({ context }, installation.url, 'A fox in the snow')
      const stage = page.getByRole('region', { name: text('stage_label') })
      await expect(stage.getByRole('progressbar').first()).toBeVisible()

      proxy.silence()
      const note = stage.getByText(text('stage_down'))
      await expect(note).toBeVisible({ timeout: streamSilenceMs + 1_000 })
      await expect(stage.getByRole('img', { name: 'A fox in the snow' })).toBeVisible()
      expect(polled()).toBeGreaterThan(0)

      proxy.restore()
      await expect(note).toHaveCount(0)
      await makeElsewhere({ context }, installation.url, 'A hare in the corn')
      await expect(page.getByText('A hare in the corn').first()).toBeVisible()
    } finally {
      proxy.close()
    }
  })
})
