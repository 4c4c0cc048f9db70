import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs, show } from '../work.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({
      language,
      viewport: language === 'zh' ? sizes.phone : sizes.wide,
      permissions: ['clipboard-read', 'clipboard-write'],
    })

    test('a question is answered beside its image, and the answer can be taken along', {
      tag: language === 'zh' ? '@smoke' : [],
    }, async ({ page, enter, text }) => {
      await enter('/creator/image-understanding', { credits: 1000 })
      await expect(page.getByText(text('idle_understanding_title'))).toBeVisible()
      await jobs.question(page)
      await show(page, text('stage_strip'), 'What is this.')

      const answer = page.getByRole('region', { name: text('understand_answer') })
      await expect(answer).toBeVisible()
      await expect(answer.getByText(text('understand_mock'))).toBeVisible()
      await expect(answer).not.toContainText('[development mode]')
      await expect(page.getByRole('img', { name: text('work_source_image') })).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('button', { name: text('understand_copy') }).click()
      await expect(page.getByText(text('understand_copied'))).toBeVisible()
      await expect(page.getByRole('button', { name: text('stage_copied') })).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(await answer.textContent()).toContain(copied)
      await expect(page.getByRole('button', { name: text('understand_copy') })).toBeVisible()

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text('stage_download'), exact: true }).click()
      expect((await download).suggestedFilename()).toMatch(/^image-analysis-\d{4}-\d\d-\d\d\.txt$/)

      await page.getByRole('textbox', { name: text('field_question') }).fill('What else?')
      await page.getByRole('button', { name: text('understand_new') }).click()
      await expect(page.getByRole('textbox', { name: text('field_question') })).toHaveValue('')
      await expect(page.getByText(text('idle_understanding_title'))).toBeVisible()
    })
  })
}
