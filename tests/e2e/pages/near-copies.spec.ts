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

test('near copies of a day are a stack, whose badge shows each of them', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/account', { credits: 500 })
  const asked = { seed: 7, num_images: 1 }
  await makeImage(page, asked)
  const { id } = await makeImage(page, asked)
  await makeImage(page, { seed: 8, num_images: 1, prompt: 'A lighthouse' })

  await open('/creator/history/image')
  const records = page.locator('[data-record]')
  await expect(records).toHaveCount(3)
  await page.getByRole('radio', { name: text('history_view_stacks') }).check({ force: true })
  await expect(records).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: text('history_stack', { count: 2 }) }).click()
  await expect(page).toHaveURL(new RegExp(`near=${id}`))
  await expect(records).toHaveCount(2)

  await open('/creator/history/image')
  await expect(page.getByRole('radio', { name: text('history_view_stacks') })).toBeChecked()
  await open('/creator/history/video')
  await expect(page.getByRole('radio', { name: text('history_view_stacks') })).toHaveCount(0)
})
