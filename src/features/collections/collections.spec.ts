import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'
import { collectionsPageSize } from './rules.ts'

const prompts = ['A lighthouse by the sea', 'A fox in the snow', 'A quiet harbour']

/** Makes images as the page's reader does, the last one first in the history. */
async function makeImages(page: Page): Promise<void> {
  for (const prompt of prompts)
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

for (const [name, viewport] of [
  ['on a wide screen', sizes.wide],
  ['on a phone', sizes.phone],
] as const)
  test.describe(name, () => {
    test.use({ viewport })

    test('results are collected, ordered, shared, and no longer shared', async ({
      page,
      browser,
      enter,
      text,
    }) => {
      await enter('/creator/history/image', { credits: 500 })
      await makeImages(page)
      await expect(page.getByRole('main').locator('[data-viewer-opener] img')).toHaveCount(3)
      await page.getByRole('button', { name: text('history_select_all') }).click()
      await page.getByRole('button', { name: text('selection_more') }).click()
      await page.getByRole('button', { name: text('collections_add'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: text('collections_add') })
      await dialog.getByLabel(text('collections_find')).fill('Harbours')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: text('collections_create') }).click()
      await page.getByRole('button', { name: text('collections_open'), exact: true }).click()

      await expect(page.getByRole('heading', { name: 'Harbours' })).toBeVisible()
      const items = page.getByRole('main').getByRole('link', { name: /^A / })
      const titles = () => items.evaluateAll((all) => all.map((one) => one.ariaLabel))
      await expect(items).toHaveCount(3)
      const [first, second, third] = await titles()
      await items.first().press('Alt+ArrowRight')
      await expect.poll(titles).toEqual([second, first, third])
      await page.reload()
      await expect.poll(titles).toEqual([second, first, third])
      await items.nth(2).dragTo(items.first())
      await expect.poll(titles).toEqual([third, second, first])
      await expectAccessible(page)

      await page.getByRole('button', { name: text('share_action'), exact: true }).click()
      const share = page.getByRole('dialog', { name: text('collections_share_title') })
      await share.getByRole('button', { name: text('share_create') }).click()
      const link = share.getByLabel(text('share_link'), { exact: true })
      await expect(link).toHaveValue(/\/share\/collection\/[\w-]{22}$/)
      const address = await link.inputValue()
      const visitor = await (await browser.newContext({ viewport })).newPage()
      await visitor.goto(address)
      await expect(visitor.getByRole('heading', { name: 'Harbours' })).toBeVisible()
      await expect(visitor.getByRole('main').getByRole('img')).toHaveCount(3)
      await expectAccessible(visitor)
      await share.getByRole('button', { name: text('share_stop') }).click()
      await expect(share.getByRole('button', { name: text('share_create') })).toBeVisible()
      expect((await visitor.goto(address))?.status()).toBe(404)
      await visitor.close()
    })
  })

test('a filter is saved as a smart collection that follows it', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/creator/history/image', { credits: 500 })
  await makeImages(page)
  await expect(page.getByRole('main').locator('[data-viewer-opener] img')).toHaveCount(3)
  await open('/creator/history/image?search=fox')
  await page.getByRole('button', { name: text('collections_save_filter') }).click()
  const dialog = page.getByRole('dialog', { name: text('collections_save_filter') })
  await expect(dialog.getByLabel(text('collections_name'))).toHaveValue('fox')
  await dialog.getByRole('button', { name: text('viewer_tags_save') }).click()
  await page.getByRole('button', { name: text('collections_open'), exact: true }).click()
  const items = page.getByRole('main').getByRole('link', { name: /^A / })
  await expect(items.and(page.getByLabel('A fox in the snow'))).toHaveCount(1)
  await expect(page.getByRole('button', { name: text('share_action') })).toHaveCount(0)
  await expectAccessible(page)
})

test('a card of the history is dropped on a collection', async ({ page, enter, text }) => {
  await enter('/creator/history/image', { credits: 500 })
  await makeImages(page)
  const cards = page.getByRole('main').locator('[data-viewer-opener]')
  await expect(cards.locator('img')).toHaveCount(3)
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Harbours' })
    await fetch('/api/collections', { method: 'POST', headers, body })
  })
  await cards.first().hover()
  await page.mouse.down()
  await page.mouse.move(300, 400, { steps: 5 })
  const tray = page.getByRole('region', { name: text('collections_drop') })
  await tray.getByRole('listitem').filter({ hasText: 'Harbours' }).hover()
  await page.mouse.up()
  await expect(tray).toBeHidden()
  await page.getByRole('button', { name: text('collections_open'), exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Harbours' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^A / })).toHaveCount(1)
})

test('a collection is found by typing its name', async ({ page, text, enter }) => {
  await enter('/creator/image/text-to-image')
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Northern lights' })
    await fetch('/api/collections', { method: 'POST', headers, body })
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: text('commands_title') })
  await palette.getByRole('combobox').fill('north')
  const options = palette.getByRole('option', { name: /north/i })
  await options.filter({ hasText: text('nav_collections') }).click()
  await expect(page.getByRole('heading', { name: 'Northern lights' })).toBeVisible()
})

test('a further page that cannot be loaded is said below those that are shown', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image/text-to-image')
  await page.evaluate(async (count) => {
    const headers = { 'content-type': 'application/json' }
    for (let number = 1; number <= count; number++) {
      const body = JSON.stringify({ name: `Harbour ${number}` })
      await fetch('/api/collections', { method: 'POST', headers, body })
    }
  }, collectionsPageSize + 1)
  const isFurther = (url: URL) =>
    url.pathname === '/api/collections' && url.searchParams.has('after')
  await page.route(isFurther, (route) => route.abort())
  await page.getByRole('link', { name: text('nav_collections'), exact: true }).click()
  const shown = page.getByRole('main').getByRole('link', { name: /^Harbour / })
  await expect(shown).toHaveCount(collectionsPageSize)
  const more = page.getByRole('button', { name: text('app_show_more') })
  await more.click()
  await expect(page.getByRole('alert')).toContainText(text('collections_not_loaded'))
  await expect(shown).toHaveCount(collectionsPageSize)
  await page.unroute(isFurther)
  await more.click()
  await expect(shown).toHaveCount(collectionsPageSize + 1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('its page fetches its data while the pointer rests on its link', async ({
  page,
  text,
  enter,
}) => {
  await page.setViewportSize(sizes.wide)
  await enter('/creator/image/text-to-image')
  const data = page.waitForResponse(/\/api\/collections(\?|$)/)
  await page.getByRole('link', { name: text('nav_collections'), exact: true }).hover()
  await data
  await expect(page).toHaveURL(/text-to-image/)
})

test.describe('with a finger', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('the button that collects a record shows its label', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 500 })
    await makeImages(page)
    await page.getByRole('main').locator('[data-viewer-opener]').first().click()
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    // Without a pointer there are no tooltips.
    const label = viewer.getByRole('button', { name: text('collections_add') }).locator('span')
    // The button is loaded after the viewer.
    const heights = () => label.evaluateAll((all) => all.map((one) => one.clientHeight))
    await expect.poll(async () => Math.max(...(await heights()))).toBeGreaterThan(8)
  })
})
