import type { Page } from '@playwright/test'
import { expect, type Text, test } from '../product.ts'

const prompt = 'A fox in the snow'

/** Starts an image with the form, and goes to another page by a link before it is done. */
async function startAndLeave(page: Page, text: Text): Promise<void> {
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

const toastOf = (page: Page, text: Text) =>
  page
    .getByRole('region', { name: text('app_messages') })
    .getByRole('listitem')
    .filter({ hasText: prompt })

test.use({ environment: { MOCK_DELAY_MS: '6000', MOCK_FAILURE_RATE: '1' } })

test('a job that fails while its owner is on another page is told with what became of the credits', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image/text-to-image')
  await startAndLeave(page, text)
  await expect(page).toHaveTitle(new RegExp(`^${text('stage_title_failed')} · `))
  await expect(toastOf(page, text).getByText(text('stage_failed'))).toBeVisible()
})
