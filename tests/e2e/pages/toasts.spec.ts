import type { Locator, Page } from '@playwright/test'
import { expect, type Text, test, waitForAnimations } from '../product.ts'
import { fillHistory } from '../work.ts'

const windows = [
  { width: 1280, height: 600 },
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
]

const toastsOf = (page: Page, text: Text) =>
  page.getByRole('region', { name: text('app_messages') }).getByRole('listitem')

/** Every toast that shares any place with one of these elements, with the two rectangles. */
async function findOverlaps(toasts: Locator, elements: Locator): Promise<string[]> {
  const boxesOf = (some: Locator) =>
    some.evaluateAll((all) =>
      all.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { name: element.textContent?.slice(0, 40), left, right, top, bottom }
      }),
    )
  const [shown, clear] = [await boxesOf(toasts), await boxesOf(elements)]
  const pairs = shown.flatMap((toast) => clear.map((box) => [toast, box] as const))
  return pairs
    .filter(
      ([a, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
    )
    .map((pair) => JSON.stringify(pair))
}

/** No toast stands over any of these, in any of the windows. */
async function expectClear(page: Page, toasts: Locator, elements: Locator): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size)
    await waitForAnimations(page)
    // Toasts stay for as long as the pointer is on one.
    await toasts.first().hover()
    await expect(elements.first()).toBeInViewport()
    await expect.poll(() => findOverlaps(toasts, elements), `${size.width} px`).toEqual([])
    await expect(toasts.first()).toBeVisible()
  }
}

test.use({ viewport: { width: 1440, height: 900 } })

test('no toast covers the button that spends credits, nor its price', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image/text-to-image')
  let refusals = 0
  await page.route('**/create', (route) =>
    route.fulfill({
      status: 400,
      json: { error: `Refused, number ${++refusals}`, code: 'bad_request' },
    }),
  )
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('A fox in the snow')
  const make = page.locator('button[type="submit"][form]')
  const toasts = toastsOf(page, text)
  for (const count of [1, 2, 3, 4]) {
    await make.click()
    await expect(toasts).toHaveCount(count)
    await toasts.first().hover()
  }
  const price = page.getByRole('button', { name: text('create_price_how') })
  await expectClear(page, toasts, make.or(price))
})

test('no toast covers the bar of a selection', async ({ page, text, enter, installation }) => {
  const email = await enter('/pricing')
  await fillHistory(installation.product, email, 40)
  await page.goto(`${installation.url}/creator/history/image`)
  const records = page.locator('[data-record]')
  const bar = page.getByRole('region', { name: text('history_selection') })
  const select = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await records.nth(index).focus()
      await page.keyboard.press('Space')
    }
    await expect(bar).toContainText(text('history_selected', { count, shown: count }))
  }
  const toasts = toastsOf(page, text)
  for (const count of [1, 2]) {
    await select(count)
    await bar.getByRole('button', { name: text('history_delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('history_delete') })
      .click()
    await expect(toasts).toHaveCount(count)
  }
  await select(3)
  await expectClear(page, toasts, bar)
})
