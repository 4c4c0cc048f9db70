import { expect, expectAccessible, test } from '../product.ts'
import { jobs } from '../work.ts'

test.slow()

test('a recent prompt is inserted with one press, and the replaced one comes back', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image/text-to-image')
  await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  await jobs.images(page, { prompt: 'A crane at dawn', num_images: 1 })
  await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('Unfinished')
  await page.getByRole('button', { name: text('prompts_recent'), exact: true }).click()
  const recent = page.getByRole('list', { name: text('prompts_recent') }).getByRole('button')
  await expect(recent).toHaveText(['A fox in the snow', 'A crane at dawn'])
  await expectAccessible(page)
  await recent.nth(1).click()
  await expect(prompt).toHaveValue('A crane at dawn')
  await page.getByRole('button', { name: text('work_undo') }).click()
  await expect(prompt).toHaveValue('Unfinished')
})
