import type { Page } from '@playwright/test'
import { environments } from '../environments.ts'
import { openNavigation } from '../navigation.ts'
import { expect, type Text, test } from '../product.ts'

/** Starts an image with the form, and goes to another page by a link before it is done. */
async function startAndLeave(page: Page, text: Text, prompt: string): Promise<void> {
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  const created = page.waitForResponse((response) => response.url().endsWith('/create'))
  await page.locator('button[type="submit"][form]').click()
  await created
  const formTitle = await page.title()
  await openNavigation(page, text)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('nav_history'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/history/)
  await expect(page).not.toHaveTitle(formTitle)
}

const toastOf = (page: Page, text: Text, prompt: string) =>
  page
    .getByRole('region', { name: text('app_messages') })
    .getByRole('listitem')
    .filter({ hasText: prompt })

test.use({ environment: environments.slowJobs })

test('a job that fails while its owner is on another page is announced with its refund', async ({
  page,
  text,
  enter,
}) => {
  const prompt = 'A fox in the snow [fault:internal-error]'
  await enter('/creator/image/text-to-image')
  await startAndLeave(page, text, prompt)
  await expect(page).toHaveTitle(new RegExp(`^${text('stage_title_failed')} · `))
  await expect(toastOf(page, text, prompt).getByText(text('stage_failed'))).toBeVisible()
})

test('a job that completes while its owner is on another page is announced with its image, which links to it', async ({
  page,
  text,
  enter,
}) => {
  const prompt = 'A fox in the snow'
  await enter('/creator/image/text-to-image')
  await startAndLeave(page, text, prompt)
  const title = await page.title()
  await expect(page).toHaveTitle(`${text('stage_title_done')} · ${title}`)
  const toast = toastOf(page, text, prompt)
  await expect(toast.getByText(text('stage_done'), { exact: true })).toBeVisible()
  const thumbnail = toast.locator('img')
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await toast.getByRole('button', { name: text('stage_show'), exact: true }).click()
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  await expect(viewer.getByRole('img', { name: prompt })).toBeVisible()
})

/** Records notifications instead of showing them. `isPhone`: a page may not construct any. */
async function recordNotifications(page: Page, { isPhone = false } = {}): Promise<void> {
  await page.addInitScript((throws) => {
    const shown: string[] = []
    class Recorded {
      static permission = throws ? 'default' : 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string) {
        if (throws) throw new TypeError('Illegal constructor')
        shown.push(title)
      }
    }
    Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown })
    localStorage.setItem('atelier.browser-settings', JSON.stringify({ notify: true }))
  }, isPhone)
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

const notificationsOf = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications,
  )

const iconOf = (page: Page) => page.locator('link[rel="icon"]').first().getAttribute('href')

test('a job that ends in a hidden tab is notified, counted and marked until the tab is visible', async ({
  page,
  text,
  enter,
}) => {
  await recordNotifications(page)
  await enter('/creator/image/text-to-image')
  await startAndLeave(page, text, 'A fox in the snow')
  const [title, icon] = [await page.title(), await iconOf(page)]
  await setHidden(page, true)
  await expect(page).toHaveTitle(`(1) ${text('stage_title_done')} · ${title}`)
  await expect.poll(() => notificationsOf(page)).toEqual([text('stage_done')])
  await expect.poll(() => iconOf(page)).toMatch(/^data:image\/png/)
  await setHidden(page, false)
  await expect(page).toHaveTitle(title)
  expect(await iconOf(page)).toContain(icon ?? '?')
})

test('a job that ends in a hidden tab is not notified while another tab of the studio is visible', async ({
  page,
  context,
  text,
  enter,
}) => {
  await recordNotifications(page)
  await enter('/creator/image/text-to-image')
  await startAndLeave(page, text, 'A fox in the snow')
  const title = await page.title()
  // Holds the lock of a visible tab and reports nothing itself, so that this tab would be the first.
  const other = await context.newPage()
  await other.goto(new URL('/api/settings', page.url()).href)
  await other.evaluate(() => {
    const { promise } = Promise.withResolvers<void>()
    void navigator.locks.request('atelier.visible-tabs', { mode: 'shared' }, () => promise)
  })
  await setHidden(page, true)
  await expect(page).toHaveTitle(`(1) ${text('stage_title_done')} · ${title}`)
  // Behind whatever the tab itself would have claimed.
  await page.evaluate(async () => {
    await navigator.locks.query()
    await navigator.locks.request('atelier.notices', () => null)
  })
  expect(await notificationsOf(page)).toEqual([])
})

test('of two hidden tabs that see a job end, one notifies', async ({
  page,
  context,
  text,
  enter,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await recordNotifications(tab)
  await enter('/creator/image/text-to-image')
  await other.goto(new URL('/pricing', page.url()).href)
  await expect(other.getByRole('main')).toBeVisible()
  await startAndLeave(page, text, 'A fox in the snow')
  for (const tab of [page, other]) await setHidden(tab, true)
  for (const tab of [page, other])
    await expect(tab).toHaveTitle(new RegExp(`^\\(1\\) ${text('stage_title_done')} · `))
  await expect
    .poll(async () => [...(await notificationsOf(page)), ...(await notificationsOf(other))])
    .toEqual([text('stage_done')])
  // Behind whatever the other tab would have claimed.
  for (const tab of [page, other])
    await tab.evaluate(() => navigator.locks.request('atelier.notices', () => null))
  expect([...(await notificationsOf(page)), ...(await notificationsOf(other))]).toHaveLength(1)
})

test('the account says where a page may show no notifications', async ({ page, text, enter }) => {
  await recordNotifications(page, { isPhone: true })
  await enter('/account')
  await expect(page.getByText(text('account_notify_unsupported'))).toBeVisible()
  const wanted = page.getByRole('switch', { name: text('account_notify'), exact: true })
  await expect(wanted).toBeDisabled()
  await expect(wanted).not.toBeChecked()
})
