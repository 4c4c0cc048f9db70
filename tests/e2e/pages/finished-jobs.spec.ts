import type { Page } from '@playwright/test'
import { expect, type Text, test } from '../product.ts'

/** Starts an image with the form, and goes to another page by a link before it is done. */
async function startAndLeave(page: Page, text: Text, prompt: string): Promise<void> {
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  const created = page.waitForResponse((response) => response.url().endsWith('/create'))
  await page.locator('button[type="submit"][form]').click()
  await created
  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('nav_history'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/history/)
}

const toastOf = (page: Page, text: Text, prompt: string) =>
  page
    .getByRole('region', { name: text('app_messages') })
    .getByRole('listitem')
    .filter({ hasText: prompt })

test.use({ environment: { MOCK_DELAY_MS: '6000' } })

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
