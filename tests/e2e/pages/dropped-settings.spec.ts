import type { Page } from '@playwright/test'
import { openNavigation } from '../navigation.ts'
import { expect, test } from '../product.ts'

/** Drops a file of these bytes on the page, outside of every field. */
async function dropFile(page: Page, bytes: readonly number[], type: string): Promise<void> {
  await page.evaluate(
    ([content, mime]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(content)], 'file', { type: mime }))
      const init = { dataTransfer, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new DragEvent('dragover', init))
      document.body.dispatchEvent(new DragEvent('drop', init))
    },
    [bytes, type] as [number[], string],
  )
}

test('a downloaded image that is dropped on another page fills in its form; other files are explained', async ({
  page,
  text,
  enter,
}) => {
  const prompt = 'A fox in the snow, & <birches>'
  await enter('/creator/image/text-to-image')
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  await page.locator('button[type="submit"][form]').click()
  const saving = page.waitForEvent('download')
  await page
    .getByRole('button', { name: text('stage_download') })
    .first()
    .click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer)
  const file = [...Buffer.concat(chunks)]

  await openNavigation(page, text)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('nav_history') })
    .first()
    .click()
  await expect(page).toHaveURL(/history/)
  await dropFile(page, [1, 2, 3], 'image/png')
  await expect(page.getByText(text('app_file_no_settings'), { exact: true })).toBeVisible()
  await dropFile(page, file, 'image/jpeg')
  await expect(page.getByText(text('app_file_settings_used'), { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/text-to-image/)
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(prompt)
})
