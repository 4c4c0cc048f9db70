import { expect, expectAccessible, sizes, test } from './product.ts'
import { jobs } from './work.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ language, viewport: language === 'zh' ? sizes.phone : sizes.wide })

    test('what was made of each kind is listed, opened and deleted', async ({ page, enter, open, text }) => {
      await enter('/creator/history/video', { credits: 2000 })
      await expect(page.getByText(text('history_empty_video'))).toBeVisible()
      await Promise.all([jobs.film(page), jobs.sound(page), jobs.edit(page), jobs.question(page)])
      const viewer = page.getByRole('dialog', { name: text('history_viewer') })

      const film = page.getByRole('main').getByRole('button', { name: /^0:0\d/ })
      await expect(film).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page)
      await film.click()
      await expect(viewer.getByRole('region', { name: text('work_video', { prompt: 'A slow tide' }) })).toBeVisible()
      await expect(viewer.getByRole('link', { name: text('history_again_video') })).toHaveAttribute(
        'href',
        /\/creator\/video\/text-to-video\?.*prompt=A\+slow\+tide/,
      )
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(film).toBeFocused()

      await open('/creator/history/audio')
      await expect(page.getByRole('region', { name: text('work_sound', { prompt: 'wind' }) })).toBeVisible({
        timeout: 60_000,
      })
      await expectAccessible(page)
      await page.getByRole('button', { name: text('history_play_with_video') }).click()
      await expect(viewer.locator('audio')).toBeAttached()
      await expectAccessible(page)

      await open('/creator/history/image-editing')
      await page.getByRole('button', { name: /Turn it to copper/ }).click({ timeout: 60_000 })
      await expect(viewer.getByRole('slider', { name: text('compare_slider') })).toBeVisible()
      await expectAccessible(page)

      await open('/creator/history/image-understanding')
      await expect(page.getByText(text('history_status_completed'))).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page)
      const again = page.getByRole('link', { name: text('history_again_understanding') })
      await expect(again).toHaveAttribute('href', /\/creator\/image-understanding\?image=[^&]+&question=What\+is\+this/)
      await page.getByRole('button', { name: text('history_view_detail') }).click()
      await expect(viewer.getByRole('region', { name: text('understand_answer') })).toBeVisible()

      await viewer.getByRole('button', { name: text('history_delete') }).click()
      const question = page.getByRole('dialog', { name: text('history_delete_title') })
      await expectAccessible(page)
      await question.getByRole('button', { name: text('history_delete'), exact: true }).click()
      await expect(page.getByText(text('history_empty_understanding'))).toBeVisible()
      await page.reload()
      await expect(page.getByText(text('history_empty_understanding'))).toBeVisible()
    })
  })
}
