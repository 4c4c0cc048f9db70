import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

test.slow()

/** Waits until these generations have ended, so that their results can be shown. */
async function ended(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await expect
      .poll(() =>
        page.evaluate(
          async (path) => ((await (await fetch(path)).json()) as { status: string }).status,
          `/api/generations/${id}`,
        ),
      )
      .toBe('completed')
}

const divider = (page: Page, text: Text) => page.getByRole('slider', { name: text('compare_line') })

test('two images are compared by a divider and side by side with one zoom; the address restores it', async ({
  page,
  text,
  open,
  enter,
}) => {
  await enter('/creator/history/image')
  const first = await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  const second = await jobs.images(page, { prompt: 'A crane at dawn', num_images: 2 })
  await ended(page, [first, second])

  await open(`/creator/history/image?record=${first}`)
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  await viewer.getByRole('link', { name: text('compare_choose') }).click()
  await expect(page).toHaveURL(new RegExp(`/compare\\?a=${first}$`))
  const choice = page.getByRole('button', {
    name: text('compare_with', { title: 'A crane at dawn' }),
  })
  await expect(choice).toHaveCount(2)
  await choice.nth(1).click()

  await expect(page).toHaveURL(new RegExp(`a=${first}&b=${second}\\.2$`))
  await expect(divider(page, text)).toHaveValue('50')
  await divider(page, text).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(divider(page, text)).toHaveValue('49')
  const row = page.getByRole('row', { name: text('compare_prompt') })
  await expect(row).toContainText('A fox in the snow')
  await expect(row).toContainText('A crane at dawn')
  await expectAccessible(page)

  const side = page.getByRole('radio', { name: text('compare_layout_side') })
  // The layout is in the address, which changes a moment later.
  await side.click({ force: true })
  await expect(side).toBeChecked()
  await page.getByRole('button', { name: text('viewer_larger'), exact: true }).click()
  const transforms = () =>
    page
      .locator('[data-zoom] > div')
      .evaluateAll((elements: HTMLElement[]) => elements.map(({ style }) => style.transform))
  await expect.poll(transforms).toEqual(Array(2).fill('translate(0px, 0px) scale(1.25)'))
  await page.reload()
  await expect(side).toBeChecked()
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(2)
})

test('two selected videos play together', async ({ page, text, enter, open }) => {
  await enter('/creator/history/video', { credits: 2000 })
  await ended(page, [await jobs.video(page, 'A slow tide'), await jobs.video(page, 'A fast tide')])
  await open('/creator/history/video?view=list')
  for (const name of ['A slow tide', 'A fast tide'])
    await page.getByLabel(text('history_select', { name })).click({ force: true })
  await page
    .getByRole('region', { name: text('history_selection') })
    .getByRole('button', { name: text('work_compare') })
    .click()
  await page.getByRole('button', { name: text('player_play') }).click()
  const times = () =>
    page
      .locator('video')
      .evaluateAll((videos: HTMLVideoElement[]) => videos.map(({ currentTime }) => currentTime))
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.3)
  await page.getByRole('button', { name: text('player_pause') }).click()
  await page.getByRole('slider', { name: text('player_seek') }).fill('2')
  await expect.poll(times).toEqual([2, 2])
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('another account’s result and a deleted one cannot be compared', async ({
    page,
    text,
    enter,
  }) => {
    await enter(`/compare?a=${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { name: text('compare_missing') })).toBeVisible()
    await expectAccessible(page)
  })
})
