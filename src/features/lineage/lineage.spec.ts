import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

test.slow()

type Found = { completed_at: string | null; images: { url: string }[] }

/** The address of the first result of a generation, once it has ended. */
async function resultOf(page: Page, id: string): Promise<string> {
  const read = () =>
    page.evaluate(
      async (path) => (await fetch(path)).json() as Promise<Found>,
      `/api/generations/${id}`,
    )
  await expect.poll(async () => (await read()).completed_at).not.toBeNull()
  return (await read()).images[0]?.url ?? ''
}

test('the details show what a result came from and what came of it, and start again from each', async ({
  page,
  text,
  open,
  enter,
}) => {
  await page.setViewportSize(sizes.wide)
  await enter('/creator/history/image')
  const first = await jobs.images(page, { prompt: 'A fox in the snow', num_images: 1 })
  const redrawn = await jobs.images(page, {
    model: 'flux-dev',
    image_generation_type: 'image-to-image',
    image_size: undefined,
    prompt: 'A fox at dusk',
    image_url: await resultOf(page, first),
    num_images: 1,
  })
  await resultOf(page, redrawn)
  const again = await jobs.images(page, {
    prompt: 'A crane at dawn',
    num_images: 1,
    parent_id: redrawn,
  })
  await resultOf(page, again)

  await open(`/creator/history/image?record=${redrawn}`)
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  const tree = viewer.getByRole('region', { name: text('lineage_title') })
  const opened = tree
    .getByRole('link', { name: /A (fox|crane)/ })
    .and(tree.locator('[href*="record="]'))
  await expect(opened).toHaveText([/A fox in the snow/, /A fox at dusk/, /A crane at dawn/])
  await expect(opened.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(opened.nth(1)).toContainText(text('lineage_input'))
  await expect(opened.nth(2)).toContainText(text('lineage_repeat'))
  // Each is in the list of what was made from the one above it.
  await expect(tree.locator('ul ul ul').getByRole('link').first()).toContainText('A crane at dawn')
  await expectAccessible(page)

  await opened.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`record=${first}`))
  await expect(opened.nth(0)).toHaveAttribute('aria-current', 'true')
  await tree
    .getByRole('link', { name: text('lineage_restart_label', { title: 'A crane at dawn' }) })
    .click()
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image/)
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(
    'A crane at dawn',
  )

  await page.evaluate(
    (id) =>
      fetch('/api/image-generation/delete', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      }),
    redrawn,
  )
  await open(`/creator/history/image?record=${again}`)
  await expect(tree).toContainText(text('lineage_deleted'))
  await expect(opened).toHaveText([/A fox in the snow/, /A crane at dawn/])
})
