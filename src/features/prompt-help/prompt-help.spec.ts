import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'
import { languages } from '#platform/languages/languages.ts'
import { mediaPath } from '#testing/sample-media.ts'

test.slow()

/** Every size in English, and every other language on a phone, where its words have least room. */
const looks = [
  ...Object.keys(sizes).map((size) => ({
    size: size as keyof typeof sizes,
    language: 'en' as const,
  })),
  ...languages.flatMap((language) =>
    language === 'en' ? [] : [{ size: 'phone' as const, language }],
  ),
]

async function openHelp(page: Page, text: Text) {
  await page.getByRole('button', { name: text('prompt_help_title'), exact: true }).click()
  return page.getByRole('list', { name: text('prompt_help_title'), exact: true })
}

/** What came of it, once the text is there. */
async function waitForText(page: Page, text: Text, use: Parameters<Text>[0]) {
  const dialog = page.getByRole('dialog', { name: text('prompt_help_title'), exact: true })
  const button = dialog.getByRole('button', { name: text(use), exact: true })
  await expect(button.first()).toBeEnabled({ timeout: 60_000 })
  await expect(dialog).not.toContainText('[development mode]')
  return dialog
}

const balanceOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/account')
    return ((await answer.json()) as { credits: { left_credits: number } }).credits.left_credits
  })

for (const { size, language } of looks) {
  test.describe(`${size}, ${language}`, () => {
    test.use({ viewport: sizes[size], hasTouch: size === 'phone', language })

    test('a prompt is improved at the price that is shown, and the old one comes back', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/creator/image/text-to-image', { credits: 10 })
      const prompt = page.getByLabel(text('field_prompt'), { exact: true })
      await prompt.fill('A fox in the snow')
      const help = await openHelp(page, text)
      const improve = help.getByRole('button', {
        name: new RegExp(`^${text('prompt_help_improve')}`),
      })
      await expect(improve).toContainText('2')
      await expectAccessible(page)
      await improve.click()

      const dialog = await waitForText(page, text, 'prompt_help_use')
      await expect(dialog.locator('ins').first()).toContainText('soft morning light')
      await expect(prompt).toHaveValue('A fox in the snow')
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath(`improved-${size}-${language}.png`) })
      await dialog.getByRole('button', { name: text('prompt_help_use'), exact: true }).click()
      await expect(prompt).toHaveValue(/^A fox in the snow, soft morning light/)
      await page.getByRole('button', { name: text('work_undo') }).click()
      await expect(prompt).toHaveValue('A fox in the snow')
      expect(await balanceOf(page)).toBe(8)
    })
  })
}

test('an idea becomes shots, each of them or all of them the prompt', async ({
  page,
  enter,
  text,
}) => {
  await enter('/creator/video/text-to-video', { credits: 10 })
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('A fox crosses a river')
  const shots = () =>
    page.getByRole('button', { name: new RegExp(`^${text('prompt_help_shots')}`) })
  await openHelp(page, text)
  await shots().click()
  const dialog = await waitForText(page, text, 'prompt_help_use_all')
  await dialog.getByRole('button', { name: text('prompt_help_use_shot', { at: 2 }) }).click()
  await expect(prompt).toHaveValue(/^Medium shot.*A fox crosses a river$/)

  await prompt.fill('A fox crosses a river')
  await openHelp(page, text)
  await shots().click()
  const again = await waitForText(page, text, 'prompt_help_use_all')
  await again.getByRole('button', { name: text('prompt_help_use_all'), exact: true }).click()
  await expect(prompt).toHaveValue(/^Wide shot.*\nMedium shot.*\nClose-up.*$/)
})

test('an image of the form is described; a closed dialog leaves the text in the history', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/creator/ai-image-editor/nano-banana-edit', { credits: 10 })
  await page.locator('input[type=file]').first().setInputFiles(mediaPath('photo.jpg'))
  const help = await openHelp(page, text)
  const describe = help.getByRole('button', {
    name: new RegExp(`^${text('prompt_help_describe')}`),
  })
  await expect(describe).toBeVisible({ timeout: 60_000 })
  await describe.click()
  const dialog = await waitForText(page, text, 'prompt_help_use')
  await expect(dialog).toContainText('A picture in portrait format')
  await dialog.getByRole('button', { name: text('prompt_help_keep') }).click()
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('')

  await open('/creator/history/text')
  await expect(page.getByText(/A picture in portrait format/).first()).toBeVisible()
})

test('who is not signed in, or has no credits, learns it, and keeps the prompt', async ({
  page,
  enter,
  text,
}) => {
  await enter('/creator/image/text-to-image', { credits: 1 })
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('A fox')
  const help = await openHelp(page, text)
  await help.getByRole('button', { name: new RegExp(`^${text('prompt_help_improve')}`) }).click()
  await expect(
    page
      .getByRole('dialog')
      .filter({ hasText: /credits/i })
      .first(),
  ).toBeVisible()
  await expect(prompt).toHaveValue('A fox')
  expect(await balanceOf(page)).toBe(1)
})
