import { expect, expectAccessible, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

test.slow()

test('a record gets a note from its viewer, which stands on the page of notes', async ({
  page,
  text,
  open,
  enter,
}) => {
  await enter('/creator/history/image')
  const id = await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  await expect
    .poll(() =>
      page.evaluate(
        async (path) => (await (await fetch(path)).json()).completed_at as string | null,
        `/api/generations/${id}`,
      ),
    )
    .not.toBeNull()
  await open(`/creator/history/image?record=${id}`)
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  await viewer.getByRole('link', { name: text('notes_action') }).click()
  await page.getByLabel(text('notes_field'), { exact: true }).fill('For the poster')
  await page.getByRole('button', { name: text('notes_save'), exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'For the poster' })).toBeVisible()
  await expectAccessible(page)
})
