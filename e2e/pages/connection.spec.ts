import type { Locator, Page } from '@playwright/test'
import { expect, type Text, test } from '../product.ts'
import { jobs } from '../work.ts'

const imagePage = '/creator/image/text-to-image'
const prompt = 'A fox in the snow'
const field = (page: Page, text: Text) => page.getByLabel(text('field_prompt'), { exact: true })
const makeButton = (page: Page) => page.locator('button[type="submit"][form]')

/** Cuts off one chunk of the page's code and what asks for the build, as a connection does that is lost before it came. */
async function withhold(page: Page, chunk: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js`)
  const files = /\/assets\//
  await page.route(files, (route) => {
    const request = route.request()
    return request.method() === 'HEAD' || pattern.test(request.url()) ? route.abort() : route.fallback()
  })
  return () => page.unroute(files)
}

/** What stands instead of a part that did not arrive, and then the part itself once the connection is back. */
async function expectRetry(page: Page, text: Text, restore: () => Promise<void>, part: Locator): Promise<void> {
  const again = page.getByRole('button', { name: text('app_try_again'), exact: true })
  await expect(page.getByText(text('app_page_failed_title')).first()).toBeVisible()
  await again.click()
  await expect(page.getByText(text('app_page_failed_title')).first()).toBeVisible()
  await restore()
  await again.click()
  await expect(part).toBeVisible()
}

test.use({ environment: { MOCK_DELAY_MS: '300' } })

test.describe('without a connection at the first use', () => {
  test('a toast says so, and the form stays', async ({ page, context, text, enter }) => {
    await enter(imagePage)
    await field(page, text).fill(prompt)
    await context.setOffline(true)
    await makeButton(page).click()
    await expect(page.getByRole('region', { name: text('app_messages') }).getByRole('listitem')).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
    await context.setOffline(false)
  })

  test('the sign-in dialog can be tried again', async ({ page, text, open }) => {
    const restore = await withhold(page, 'sign-in-dialog')
    await open(imagePage)
    await field(page, text).fill(prompt)
    await makeButton(page).click()
    await expectRetry(page, text, restore, page.getByRole('dialog', { name: text('sign_in_title') }))
    await expect(field(page, text)).toHaveValue(prompt)
  })

  for (const chunk of ['job']) {
    test(`the stage stays when its part does not arrive: ${chunk}`, async ({ page, text, enter }) => {
      const restore = await withhold(page, chunk)
      await enter(imagePage)
      await field(page, text).fill(prompt)
      await makeButton(page).click()
      await expectRetry(page, text, restore, page.getByRole('img', { name: prompt }).first())
      await expect(field(page, text)).toHaveValue(prompt)
    })
  }

  test('the viewer of the history can be tried again', async ({ page, text, enter }) => {
    const restore = await withhold(page, 'record-viewer')
    await enter('/creator/history/image')
    await jobs.pictures(page)
    await page.locator('[data-viewer-opener]').first().click()
    await expectRetry(page, text, restore, page.getByRole('dialog', { name: text('history_viewer') }))
  })

  const routes = {
    'form-page': { from: '/pricing', to: imagePage },
    'history-list': { from: imagePage, to: '/creator/history/image' },
  }
  for (const [chunk, { from, to }] of Object.entries(routes)) {
    test(`a page can be tried again: ${chunk}`, async ({ page, text, enter }) => {
      const restore = await withhold(page, chunk)
      await enter(from)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // Followed by script, because not every page has a link to every other one.
      await page.evaluate((address) => {
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
      }, to)
      await expectRetry(page, text, restore, page.getByRole('main').getByRole('heading').first())
      await expect(page.getByText(text('app_page_failed_title'))).toHaveCount(0)
    })
  }
})
