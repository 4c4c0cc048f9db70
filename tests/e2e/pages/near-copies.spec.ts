import { expect, expectAccessible, test } from '../product.ts'
import { makeImage } from '../work.ts'

test('an image that is uploaded again leads to its record, whose near copies the history shows', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/account', { credits: 500 })
  const { id, image } = await makeImage(page)
  const buffer = await (await page.request.get(image.url)).body()

  await open('/creator/ai-image-editor')
  const file = { name: 'mine.png', mimeType: 'image/png', buffer }
  await page.locator('[data-slot] input[type=file]').first().setInputFiles(file)
  await page.getByRole('link', { name: text('inputs_have_already') }).click()
  await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?record=${id}`))
  await page.getByRole('link', { name: text('viewer_near_show') }).click()
  await expect(page).toHaveURL(new RegExp(`near=${id}`))
  const chip = page.getByRole('button', {
    name: text('history_filter_remove', { name: text('history_filter_near') }),
  })
  await expect(chip).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(1)

  await chip.click()
  await page.getByRole('button', { name: text('history_filter'), exact: true }).click()
  await expectAccessible(page)
  for (const color of ['pink', 'gray'] as const) {
    const swatch = page.getByRole('button', { name: text(`history_color_${color}`), exact: true })
    await swatch.click()
    await expect(swatch).toHaveAttribute('aria-pressed', 'true')
  }
  await page.getByRole('button', { name: text('history_filter_apply') }).click()
  await expect(page).toHaveURL(/color=gray/)
})
