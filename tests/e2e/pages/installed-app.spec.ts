import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { fill } from '#core/texts/messages/messages.ts'
import { languages } from '#platform/languages/languages.ts'
import { createProduct } from '#testing/product.ts'
import { expectAccessible, sizes, test, waitForHydration } from '../product.ts'

test.use({ serviceWorkers: 'allow' })

const texts = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(
      path.join(import.meta.dirname, `../../../src/core/texts/messages/app.${language}.json`),
      'utf8',
    ),
  )

/** Waits until the service worker answers for this page. */
const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })

/** What this browser has stored for the studio, by path. */
const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

async function signInTo(page: Page, url: string) {
  await page.goto(`${url}/api/auth/sign-in?return_to=${encodeURIComponent('/creator/history')}`)
  await page.getByRole('textbox').fill('person@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(/creator\/history/)
  await waitForHydration(page)
}

test('a studio that is down shows its page, and the requested one when it is back', async ({
  page,
}) => {
  const product = await createProduct()
  try {
    const running = await product.start()
    await signInTo(page, running.url)
    await waitForWorker(page)
    const paths = await storedPaths(page)
    expect(paths.filter((each) => /^\/(api|media)\//.test(each))).toEqual([])
    await running.kill()

    for (const language of languages) {
      const { offline_title: title = '', offline_again: again = '' } = texts(language)
      await page.goto(`${running.url}${language === 'en' ? '' : `/${language}`}/account`)
      const heading = page.getByRole('heading', { name: fill(title, { studio: 'Atelier' }) })
      await expect(heading).toBeVisible()
      await expect(page.getByRole('link', { name: again })).toBeVisible()
      // The icon and the script come from this browser, too.
      await expect
        .poll(() => page.locator('img').evaluate((icon: HTMLImageElement) => icon.naturalWidth))
        .toBe(192)
      for (const theme of ['dark', 'light'])
        for (const size of [sizes.wide, sizes.phone, { width: 320, height: 450 }]) {
          await page.setViewportSize(size)
          await page.evaluate((name) => {
            document.documentElement.dataset.theme = name
          }, theme)
          await expectAccessible(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
        }
    }
    await expect(page.locator('#checked')).not.toBeEmpty()
    await page.goto(`${running.url}/account?from=here`)
    await product.start()
    // Without a press: the page asks until the studio answers.
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${running.url}/account?from=here`)
  } finally {
    await product.remove()
  }
})

test('a visitor who is not signed in fetches nothing for it', async ({ page, open }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await open('/creator/image/text-to-image')
  await page.waitForLoadState('networkidle')
  expect(await registrations(page)).toBe(0)
  expect(requested.filter((each) => /worker|offline|app-icons/.test(each))).toEqual([])
})

test('a server without a service worker removes the one of before', async ({ page }) => {
  const product = await createProduct()
  const older = createServer(({ url }, response) => {
    response.writeHead(url === '/service-worker.js' ? 404 : 200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Older</title>')
  })
  try {
    const running = await product.start()
    await signInTo(page, running.url)
    await waitForWorker(page)
    await running.kill()
    older.listen(Number(new URL(running.url).port), 'localhost')
    await once(older, 'listening')
    await page.goto(running.url)
    await expect(page).toHaveTitle('Older')
    await expect.poll(() => storedPaths(page)).toEqual([])
    await expect.poll(() => registrations(page)).toBe(0)
  } finally {
    older.close()
    older.closeAllConnections()
    await product.remove()
  }
})

test('a message is shown while the page is not, and opens its result', async ({
  page,
  context,
  enter,
}) => {
  await enter('/creator/history')
  await waitForWorker(page)
  const origin = new URL(page.url()).origin
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(origin))
  if (!worker) throw new Error('There is no service worker')
  // Browsers of tests show no notifications: what the service worker asks for is recorded.
  await worker.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown })
    const scope = globalThis as unknown as {
      registration: object
      clients: object
    }
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
    })
    Object.assign(scope.clients, { openWindow: async (url: string) => shown.push(url) })
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
  const session = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  const path = '/zh/creator/history/image?record=01990000-0000-7000-8000-00000000ada0'
  const message = { title: 'Finished: Image', body: 'Open it in your history.', tag: 'one' }
  const data = JSON.stringify({ ...message, path })
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const icon = expect.stringMatching(/^\/app-icons\/[\da-f]{24}-icon-192\.png$/)
  await expect.poll(shown).toEqual([{ ...message, icon, data: path }])

  await worker.evaluate((data) => {
    const notification = { data, close: () => undefined }
    const click = new Event('notificationclick')
    dispatchEvent(Object.assign(click, { notification, waitUntil: () => undefined }))
  }, path)
  await expect.poll(async () => (await shown()).at(-1)).toBe(origin + path)
})

test('the browser finds the studio installable', { tag: '@smoke' }, async ({ page, open }) => {
  await open('/')
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Atelier', start_url: '/' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Tests run in a window of their own, where browsers install nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
