import { expect, expectAccessible, sizes, test } from '../product.ts'
import { completed, jobs } from '../work.ts'

test('pages, models, histories and actions are found by typing', async ({ page, text, enter }) => {
  await enter('/creator/image/text-to-image')
  const palette = page.getByRole('dialog', { name: text('commands_title') })
  const field = palette.getByRole('combobox')
  const openPalette = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(typed)
  }
  await openPalette('')
  await expectAccessible(page)
  await field.fill('wan 5b')
  const best = palette.getByRole('option').first()
  await expect(best).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/wan-v2-2-5b/)
  await expect(palette).toBeHidden()

  await openPalette('blue fox')
  await palette.getByRole('option', { name: text('history_image') }).click()
  await expect(page).toHaveURL(/history\/image\?search=blue(%20|\+)fox/)

  await openPalette(text('app_theme_light'))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await openPalette('no such command at all')
  await page.keyboard.press('ArrowUp')
  await expect(palette.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('tags of the account are found by typing', async ({ page, text, enter }) => {
  await enter('/creator/image/text-to-image')
  const id = await jobs.images(page)
  await completed(page, id)
  const status = await page.evaluate(async (imageId) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ imageId, isFavorite: false, tags: ['north, 50 %'] })
    const answer = await fetch('/api/image-generation/favorite', { method: 'POST', headers, body })
    return answer.status
  }, id)
  expect(status).toBe(200)
  const options = page
    .getByRole('dialog', { name: text('commands_title') })
    .getByRole('option', { name: /north/i })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: text('commands_title') }).fill('north')
  await options.filter({ hasText: text('history_filter_tags') }).click()
  await expect(page.getByRole('main').locator('[data-record]')).toHaveCount(1)
  await expect(page.getByRole('main').getByText('north, 50 %')).toBeVisible()
})

test('a question mark shows the shortcuts, but not in a text field or above a dialog', async ({
  page,
  text,
  open,
}) => {
  await page.setViewportSize(sizes.wide)
  await open('/creator/image/text-to-image')
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  const shortcuts = page.getByRole('dialog', { name: text('shortcuts_title') })
  await prompt.press('?')
  await expect(prompt).toHaveValue('?')
  await expect(shortcuts).toBeHidden()
  await prompt.blur()
  await page.keyboard.press('?')
  await expect(shortcuts).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.getByRole('button', { name: text('commands_open', { shortcut: 'Ctrl+K' }) }).click()
  await expect(page.getByRole('combobox', { name: text('commands_title') })).toBeFocused()
})
