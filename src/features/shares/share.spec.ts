import type { Browser, Locator, Page } from '@playwright/test'
import { environments } from '#e2e/environments.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '#e2e/product.ts'
import { completed, jobs } from '#e2e/work.ts'

// Explore has the shares of every account of the product.
test.use({ environment: { ...environments.usual } })
test.describe.configure({ mode: 'default' })

const prompt = 'A lighthouse by the sea'

/** Makes an image as the page's reader does. */
async function makeImage(page: Page): Promise<void> {
  await page.evaluate(async (text) => {
    const body = {
      ...{ image_generation_type: 'text-to-image', model: 'flux-schnell', num_images: 1 },
      prompt: text,
    }
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/image-generation/create', {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    })
  }, prompt)
}

/** The id of the account's newest image. */
const newestImage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { data } = await (await fetch('/api/image-generation/history')).json()
    return data[0].id
  })

/** Shares a result in Explore, and returns the path of its page. */
const publish = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ is_listed: true, shows_settings: true })
    const share = await (await fetch(address, { method: 'PUT', headers, body })).json()
    return new URL(share.url).pathname
  }, `/api/generations/${id}/share`)

/** Makes an image on its history's page, and shares it in Explore. */
async function publishImage(page: Page): Promise<{ id: string; path: string }> {
  await makeImage(page)
  await expect(page.getByRole('main').locator('[data-viewer-opener] img').first()).toBeVisible()
  const id = await newestImage(page)
  return { id, path: await publish(page, id) }
}

/** The status of an address for a visitor without an account. */
async function statusOf(browser: Browser, address: string): Promise<number | undefined> {
  const visitor = await browser.newPage()
  const answer = await visitor.goto(address)
  await visitor.close()
  return answer?.status()
}

for (const [name, viewport] of [
  ['on a wide screen', sizes.wide],
  ['on a phone', sizes.phone],
] as const)
  test.describe(name, () => {
    test.use({ viewport })

    test('a result is published, liked by another account, and ended', async ({
      page,
      browser,
      enter,
      text,
      account,
      installation,
    }) => {
      await enter('/creator/history/image', { credits: 500 })
      await makeImage(page)
      const opener = page.getByRole('main').locator('[data-viewer-opener]').first()
      await expect(opener.locator('img').first()).toBeVisible()
      await opener.click()
      await page.getByRole('button', { name: text('share_action'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: text('share_title') })
      const listed = dialog.getByRole('switch', { name: text('share_listed') })
      await expect(listed).not.toBeChecked()
      await listed.check()
      await dialog.getByRole('switch', { name: text('share_shows_settings') }).check()
      await dialog.getByRole('button', { name: text('share_create') }).click()
      const link = dialog.getByLabel(text('share_link'), { exact: true })
      await expect(link).toHaveValue(/\/share\/[\w-]{22}$/)
      const address = await link.inputValue()
      await expectAccessible(page)
      const stop = dialog.getByRole('button', { name: text('share_stop') })
      await page.setViewportSize({ width: 720, height: 450 })
      await expect(stop, 'also in a low window').toBeInViewport({ ratio: 1 })
      await page.setViewportSize(viewport)
      expect(await statusOf(browser, address)).toBe(200)

      const other = await (await browser.newContext({ viewport })).newPage()
      await other.goto(`${installation.url}/api/auth/sign-in?return_to=/explore`)
      await other.getByRole('textbox').fill(await account({ credits: 500 }))
      await other.keyboard.press('Enter')
      await other.waitForURL((url) => url.pathname === '/explore')
      await waitForHydration(other)
      const card = other.getByRole('listitem').filter({ hasText: prompt })
      const likes = (count: number) => text('share_likes', { action: text('share_like'), count })
      await card.getByRole('button', { name: likes(0) }).click()
      await expect(card.getByRole('button', { name: likes(1) })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expectAccessible(other)
      await card.getByRole('link', { name: prompt }).click()
      await expect(other.getByRole('img', { name: prompt })).toBeVisible()
      await other.getByRole('button', { name: text('provenance_show') }).click()
      await expect(other.getByText(text('provenance_here'), { exact: true })).toBeVisible()
      await expectAccessible(other)
      await other
        .getByRole('main')
        .getByRole('link', {
          name: new RegExp(`^${text('share_similar', { credits: '' }).trim()}`),
        })
        .click()
      await expect(other.locator('#field-prompt textarea, textarea').first()).toHaveValue(prompt)

      const settings = dialog.getByRole('switch', { name: text('share_shows_settings') })
      await settings.click()
      await expect(settings).not.toBeChecked()
      await other.goto(address)
      const openModel = text('create_no_model_open', { name: 'FLUX.1 schnell' })
      await expect(
        other.getByRole('main').getByRole('link', { name: openModel }),
        'an unknown prompt is not promised',
      ).toBeVisible()

      await stop.click()
      await expect(dialog.getByRole('button', { name: text('share_create') })).toBeVisible()
      expect(await statusOf(browser, address)).toBe(404)
      await other.goto(`${installation.url}/explore`)
      await expect(other.getByRole('heading', { name: text('explore_empty') })).toBeVisible()
      await other.context().close()
    })
  })

test('a like right after the page was loaded waits until the account is known', async ({
  page,
  enter,
  text,
  installation,
}) => {
  await enter('/creator/history/image', { credits: 500 })
  const { id } = await publishImage(page)
  const known = Promise.withResolvers<void>()
  await page.route('**/api/account', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto(`${installation.url}/explore`)
  await waitForHydration(page)
  const card = page.getByRole('listitem').filter({ hasText: prompt })
  const likes = (count: number) => text('share_likes', { action: text('share_like'), count })
  await card.getByRole('button', { name: likes(0) }).click()
  known.resolve()
  const liked = card.getByRole('button', { name: likes(1) })
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate((path) => fetch(path, { method: 'DELETE' }), `/api/generations/${id}/share`)
})

test('a shared video shows its length in Explore, and plays above its buttons in a short window', async ({
  page,
  browser,
  enter,
  text,
  installation,
}) => {
  await enter('/creator/history/video', { credits: 1000 })
  const id = await jobs.video(page, 'Tide over stones')
  await completed(page, id)
  await publish(page, id)

  const context = await browser.newContext({ viewport: { width: 720, height: 450 } })
  const visitor = await context.newPage()
  await visitor.goto(`${installation.url}/explore`)
  await waitForHydration(visitor)
  const card = visitor.getByRole('listitem').filter({ hasText: 'Tide over stones' })
  await expect(card.getByText(/^0:0\d$/)).toBeVisible()
  await card.getByRole('link', { name: 'Tide over stones' }).click()
  const player = visitor.getByRole('region', { name: 'Tide over stones' })
  await player.getByRole('button', { name: text('player_play') }).click()
  const video = player.locator('video')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0)
  const similar = new RegExp(`^${text('share_similar', { credits: '' }).trim()}`)
  await expect(visitor.getByRole('main').getByRole('link', { name: similar })).toBeInViewport({
    ratio: 1,
  })
  await context.close()
})

test('on a phone, Explore and a shared result are complete without code, and the app keeps them', async ({
  page,
  browser,
  enter,
  text,
  installation,
}) => {
  await enter('/creator/history/image', { credits: 500 })
  const { path } = await publishImage(page)

  const context = await browser.newContext({
    ...{ viewport: sizes.phone, hasTouch: true, isMobile: true },
  })
  const violations: string[] = []
  await context.exposeFunction('recordViolation', (directive: string) => violations.push(directive))
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) => {
      const { recordViolation } = globalThis as unknown as Record<string, (text: string) => void>
      recordViolation?.(event.violatedDirective)
    }),
  )
  const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  const similar = new RegExp(`^${text('share_similar', { credits: '' }).trim()}`)

  for (const [address, imageOf] of [
    [
      '/explore',
      (place: Locator) => place.getByRole('link', { name: prompt }).first().locator('img'),
    ],
    [path, (place: Locator) => place.getByRole('img', { name: prompt })],
  ] as const) {
    const visitor = await context.newPage()
    const requested: string[] = []
    visitor.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await visitor.goto(installation.url + address)
    const staticPage = visitor.locator('#app[data-static]')
    await expect(staticPage.getByRole('link', { name: similar }).first()).toBeVisible()
    await expect.poll(() => imageOf(staticPage).evaluate(isLoaded)).toBe(true)
    expect(requested.filter((each) => /^\/(api|assets\/(?!boot-).*js)/.test(each))).toEqual([])
    await visitor.locator('main').dispatchEvent('touchstart')
    await waitForHydration(visitor)
    await expect(visitor.getByRole('link', { name: similar }).first()).toBeVisible()
    await expect(visitor.getByRole('alert')).toHaveCount(0)
    expect(requested).not.toContain('/api/settings')
    await visitor.evaluate(() => localStorage.clear())
    await context.clearCookies()
  }
  expect(violations).toEqual([])
  await context.close()
})
