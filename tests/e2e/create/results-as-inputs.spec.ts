import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../product.ts'
import { completed, jobs } from '../work.ts'

const slot = (page: Page, field: string) => page.locator(`[data-slot="${field}"]`)

/** Takes hold of a result. A drag begins with a move, before anything scrolls on narrow screens. */
async function startDrag(page: Page, result: Locator): Promise<void> {
  await result.hover()
  const box = await result.boundingBox()
  if (!box) throw new Error('nothing to drag')
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 8, box.y + box.height / 2, { steps: 2 })
}

/** Moves what is dragged over an element: it gets the second move as its first event. */
async function dragOver(target: Locator): Promise<void> {
  await target.hover()
  await target.hover()
}

test('a result is dragged from the strip and from the stage onto an input', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image/image-to-image', { credits: 5_000 })
  await completed(page, await jobs.images(page))
  await page.reload()
  const strip = page.getByRole('region', { name: text('stage_strip') })
  const image = page.getByRole('img', {
    name: text('inputs_image_alt', { field: text('field_image') }),
  })
  await startDrag(page, strip.getByRole('listitem').first())
  await dragOver(slot(page, 'image_url'))
  await page.mouse.up()
  await expect(image).toHaveAttribute('src', /\/media\/.*\/1\.\w+$/)

  await strip.getByRole('button').first().click()
  const second = page.getByRole('button', { name: text('stage_open_image', { at: 2 }) })
  await startDrag(page, second)
  await dragOver(slot(page, 'image_url'))
  await page.mouse.up()
  await expect(image).toHaveAttribute('src', /\/media\/.*\/2\.\w+$/)
})

test('a result of the history is dragged over a link to a form, and onto its input', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/history/image', { credits: 5_000 })
  await completed(page, await jobs.images(page))
  await startDrag(page, page.getByRole('main').locator('[data-viewer-opener] img').first())
  const menu = page.getByRole('button', { name: text('nav_open') })
  if (await menu.isVisible()) await dragOver(menu)
  await dragOver(page.getByRole('link', { name: text('nav_image_to_video'), exact: true }))
  const input = slot(page, 'image_url')
  await expect(input).toBeVisible()
  await dragOver(input)
  await page.mouse.up()
  await expect(
    page.getByRole('img', { name: text('inputs_image_alt', { field: text('field_image') }) }),
  ).toHaveAttribute('src', /\/media\/.*\/1\.\w+$/)
})

test('a result that no field accepts is rejected with the reason', async ({
  page,
  text,
  enter,
}) => {
  await enter('/creator/image-to-video/image-to-video', { credits: 5_000 })
  await completed(page, await jobs.video(page))
  await page.reload()
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await startDrag(page, strip.getByRole('listitem').first())
  await dragOver(slot(page, 'image_url'))
  const reason = page.getByText(
    text('inputs_landing_wrong', { accepted: text('inputs_accepts_images') }),
  )
  await expect(reason).toBeVisible()
  await page.mouse.up()
  await expect(reason).toHaveCount(0)
  await expect(slot(page, 'image_url').getByRole('img')).toHaveCount(0)
})

test('a result is chosen from the history by keyboard', async ({ page, text, enter }) => {
  await enter('/creator/ai-image-editor', { credits: 5_000 })
  await completed(page, await jobs.images(page))
  const open = slot(page, 'image_url').getByRole('button', { name: text('inputs_from_history') })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: text('inputs_history_title') })
  const results = dialog.getByRole('button', {
    name: text('inputs_history_use', { title: 'A fox in the snow' }),
  })
  await expect(results).toHaveCount(2)
  await expectAccessible(page)
  await results.last().press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('img', { name: text('inputs_image_alt', { field: text('field_image') }) }),
  ).toHaveAttribute('src', /\/media\/.*\/2\.\w+$/)
  await expect(slot(page, 'image_url').locator(':focus')).toHaveCount(1)
})

test('without a sign-in the history of a field asks for one', async ({ page, text, open }) => {
  await open('/creator/ai-image-editor')
  await slot(page, 'image_url')
    .getByRole('button', { name: text('inputs_from_history') })
    .click()
  await expect(page.getByRole('dialog').getByText(text('inputs_history_sign_in'))).toBeVisible()
})
