import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'

// Work that fails at once makes a long history in little time.
test.use({ environment: { MOCK_DELAY_MS: '50', MOCK_FAILURE_RATE: '1' } })

/** Asks for so many pictures, “Study 1” first, and waits until the last of them has ended. */
async function makeStudies(page: Page, count: number, first = 1): Promise<void> {
  await page.evaluate(
    async ([from, to]) => {
      for (let number = from; number <= to; number++) {
        const body = { model: 'flux-schnell', prompt: `Study ${number}`, image_size: 'square', num_images: 1 }
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/image-generation/create', {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    [first, first + count - 1] as const,
  )
  const ended = () =>
    page.evaluate(async () => (await (await fetch('/api/image-generation/history?status=failed')).json()).total)
  await expect.poll(ended).toBe(first + count - 1)
}

const records = (page: Page) => page.locator('[data-record]')
const study = (page: Page, number: number) => records(page).filter({ hasText: new RegExp(`Study ${number}(?!\\d)`) })

/** How far below the bar a record stands, in px. */
async function belowBar(page: Page, number: number): Promise<number> {
  const [record, bar] = await Promise.all([
    study(page, number).boundingBox(),
    page.getByRole('searchbox').boundingBox(),
  ])
  return (record?.y ?? Number.NaN) - (bar?.y ?? 0) - (bar?.height ?? 0)
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 600 } })

  test('a long history is one list, and its address says where one stands', async ({ page, enter, open, text }) => {
    await enter('/creator/history/image', { credits: 2000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 48)
    await open('/creator/history/image?page=2')
    const pageIs = (number: number) => page.getByText(text('history_page_of', { page: number, pages: 3 }))
    await expect(study(page, 28)).toBeInViewport()
    await expect.poll(() => belowBar(page, 28)).toBeLessThan(100)
    await expectAccessible(page)

    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, -5_000)
    await expect(study(page, 48)).toBeInViewport()
    await expect(pageIs(1)).toBeVisible()
    await expect(page).toHaveURL(/history\/image$/)
    await page.getByRole('button', { name: text('history_next_page') }).click()
    await expect(study(page, 28)).toBeInViewport()
    await expect(page).toHaveURL(/page=2/)

    await page.keyboard.press('/')
    await page.keyboard.type('Study 1')
    await expect(page.getByText(text('history_found', { count: 11, shown: 11 }))).toBeVisible()
    await expect(page).toHaveURL(/search=Study\+1$/)
    await page.getByRole('button', { name: text('history_filter'), exact: true }).click()
    const panel = page.getByRole('dialog', { name: text('history_filter') })
    await panel.getByLabel(text('history_filter_status')).selectOption('completed')
    await panel.getByLabel(text('history_filter_from')).fill('2026-01-01')
    await expectAccessible(page)
    await panel.getByRole('button', { name: text('history_filter_apply') }).click()
    await expect(page.getByText(text('history_none_found'), { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: text('history_filter_remove', { name: text('history_status_completed') }) })
      .click()
    await expect(records(page)).toHaveCount(11)

    await page.goBack()
    await expect(page.getByText(text('history_none_found'), { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toHaveValue('Study 1')
    await page.goBack()
    await expect(study(page, 28)).toBeInViewport()

    // No key is lost, however fast they come.
    await study(page, 28).focus()
    await page.keyboard.press('End')
    await expect(study(page, 1)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(study(page, 48)).toBeFocused()
    await page.evaluate(async () => {
      const key = { key: 'ArrowRight', bubbles: true, cancelable: true }
      for (let presses = 0; presses < 44; presses++) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
        await new Promise(requestAnimationFrame)
      }
    })
    await expect(study(page, 4)).toBeFocused()

    await open('/creator/history/image?page=9&status=nonsense')
    await expect(page.getByText(text('history_beyond', { page: 9 }))).toBeVisible()
    await page.getByRole('button', { name: text('history_beyond_action', { pages: 3 }) }).click()
    await expect(study(page, 1)).toBeInViewport()
    await page.getByRole('radio', { name: text('history_view_list') }).check({ force: true })
    await expect(page).toHaveURL(/view=list/)
    await open('/creator/history/image')
    await expect(page.getByRole('radio', { name: text('history_view_list') })).toBeChecked()
    await expect(study(page, 48)).toBeInViewport()
    await expectAccessible(page)
  })

  test('new records come by themselves and move nothing one looks at', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 24)
    await expect(study(page, 24)).toBeInViewport()

    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, 500)
    await expect(study(page, 12)).toBeInViewport()
    const before = await belowBar(page, 12)
    await makeStudies(page, 1, 25)
    const arrived = page.getByRole('button', { name: text('history_new', { count: 1, shown: 1 }) })
    await expect(arrived).toBeVisible()
    expect(await belowBar(page, 12)).toBeCloseTo(before, 0)
    await arrived.click()
    await expect(study(page, 25)).toBeInViewport()
    await expect(arrived).toBeHidden()
  })

  test('the keyboard goes through the records, picks and deletes', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 8)
    await study(page, 8).focus()
    await page.keyboard.press('ArrowRight')
    await expect(study(page, 7)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3)
    const bar = page.getByRole('region', { name: text('history_selection') })
    await expect(bar).toContainText(text('history_selected', { count: 3, shown: 3 }))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(8)
    await page.keyboard.press('Escape')

    await study(page, 5).focus()
    await page.keyboard.press('f')
    await expect(page.getByText(text('history_favorites', { count: 1, shown: 1 }))).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(study(page, 5)).toHaveCount(0)
    await expect(study(page, 4)).toBeFocused()
    await page.getByRole('button', { name: text('work_undo') }).click()
    await expect(study(page, 5)).toBeVisible()

    await study(page, 3).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await bar.getByRole('button', { name: text('history_delete') }).press('Enter')
    const question = page.getByRole('dialog', { name: text('remove_title', { count: 2, shown: 2 }) })
    await expect(question.getByRole('button', { name: text('history_delete'), exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(records(page)).toHaveCount(6)
    await expect(page.locator('[data-record]:focus')).toHaveCount(1)
  })
})

test.describe('on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })

  test('a long press picks, and what is picked is deleted at once', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 6)
    const touch = { pointerType: 'touch', clientX: 80, clientY: 300, bubbles: true }
    await study(page, 6).dispatchEvent('pointerdown', touch)
    const bar = page.getByRole('region', { name: text('history_selection') })
    await expect(bar).toContainText(text('history_selected', { count: 1, shown: 1 }))
    await study(page, 6).dispatchEvent('pointerup', touch)
    await study(page, 4).tap()
    await expect(bar).toContainText(text('history_selected', { count: 2, shown: 2 }))
    await expectAccessible(page)
    await bar.getByRole('button', { name: text('history_delete') }).tap()
    const question = page.getByRole('dialog', { name: text('remove_title', { count: 2, shown: 2 }) })
    await expectAccessible(page)
    await question.getByRole('button', { name: text('history_delete'), exact: true }).tap()
    await expect(records(page)).toHaveCount(4)
    await expect(bar).toBeHidden()
    await page.reload()
    await expect(records(page)).toHaveCount(4)
    await expectAccessible(page)
  })
})
