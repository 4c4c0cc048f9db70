import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test, waitForHydration } from '../product.ts'
import { jobs } from '../work.ts'

// The engine runs two jobs of each model at a time, so the third waits for its turn.
test.use({ environment: { MOCK_DELAY_MS: '180000' } })
test.describe.configure({ mode: 'default' })
test.slow()

const button = (page: Page, text: Text, count: number) =>
  page.getByRole('banner').getByRole('button', {
    name: count > 0 ? text('jobs_open', { shown: count }) : text('jobs_title'),
    exact: true,
  })
const panel = (page: Page, text: Text) => page.getByRole('dialog', { name: text('jobs_title') })
const line = (page: Page, text: Text, prompt: string) =>
  panel(page, text).getByRole('listitem').filter({ hasText: prompt })

test('every page counts and lists the running jobs of all kinds; cancelling one reaches the other tab', async ({
  page,
  context,
  installation,
  text,
  enter,
}) => {
  // What moves while a job runs would keep the accessibility check waiting.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter('/pricing')
  await expect(button(page, text, 0)).toBeVisible()
  await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  await jobs.video(page, 'A slow tide')
  for (const prompt of ['A bear at noon', 'A crane at dawn'])
    await jobs.images(page, { prompt, num_images: 1 })
  await expect(button(page, text, 4)).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${installation.url}/account/keys`)
  await waitForHydration(other)
  await expect(button(other, text, 4)).toBeVisible()
  await button(other, text, 4).click()

  await button(page, text, 4).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page, text).getByRole('listitem')).toHaveCount(4)
  await expect(panel(page, text).getByRole('progressbar').first()).toBeVisible()
  const waiting = line(page, text, 'A crane at dawn')
  await expect(waiting).toContainText(text('stage_waiting_next'))
  const cancel = waiting.getByRole('button', {
    name: text('jobs_cancel', { action: text('stage_cancel'), title: 'A crane at dawn' }),
  })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(waiting).toContainText(text('stage_cancelled'))
  await expect(button(page, text, 3)).toBeVisible()
  await expect(button(other, text, 3)).toBeVisible()
  await expect(line(other, text, 'A crane at dawn')).toContainText(text('stage_cancelled'))
  await expectAccessible(page)

  await line(page, text, 'A slow tide').getByRole('link').click()
  await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/)
  await expect(panel(page, text)).toBeHidden()
  await expect(page.getByRole('main').getByRole('paragraph').getByText('A slow tide')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('the button is there while something runs, and opens its job on the stage', async ({
    page,
    text,
    enter,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter('/creator/image/text-to-image')
    await expect(button(page, text, 0)).toBeHidden()
    await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
    await jobs.images(page, { prompt: 'A crane at dawn', num_images: 1 })
    await button(page, text, 2).tap()
    await expectAccessible(page)
    await line(page, text, 'A fox in the snow').getByRole('link').tap()
    const shown = page.getByRole('main').getByRole('paragraph').getByText('A fox in the snow')
    await expect(shown).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    const isTooWide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
    // The layout follows the new size a frame later.
    await expect.poll(isTooWide).toBe(false)
  })
})
