import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs, show } from '../work.ts'

test.slow()

type CreateBody = Record<string, unknown> & { seed?: number; request_id: string }

/** The bodies of a page's create calls, as they are sent. */
function recordCreates(page: Page): CreateBody[] {
  const bodies: CreateBody[] = []
  page.on('request', (request) => {
    if (/\/create$/.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('the viewer makes four variations with other seeds, the total first, and shows them in one grid', async ({
  page,
  text,
  open,
  enter,
}) => {
  await enter('/creator/history/image')
  const first = await jobs.images(page, { num_images: 1, num_inference_steps: 5, seed: 7 })
  await open(`/creator/history/image?record=${first}`)
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  const bodies = recordCreates(page)
  const opener = viewer.getByRole('button', { name: text('variations_open'), exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: text('variations_title') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(dialog.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  await expectAccessible(page)
  const submit = dialog.getByRole('button', { name: /·/ })
  const total = Number((await submit.textContent())?.split('·')[1]?.trim())
  expect(total).toBeGreaterThan(0)
  const balance = page.getByText(/^\d+ credits$/).first()
  const before = Number((await balance.textContent())?.split(' ')[0])
  expect(bodies).toHaveLength(0)

  await submit.dblclick()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(bodies).toHaveLength(4)
  expect(new Set([7, ...bodies.map(({ seed }) => seed)]).size).toBe(5)
  for (const body of bodies)
    expect(body).toMatchObject({
      prompt: 'A fox in the snow',
      model: 'flux-schnell',
      num_images: 1,
      num_inference_steps: 5,
      parent_id: first,
    })
  await expect(
    page.getByText(text('app_balance', { credits: before - total })).first(),
  ).toBeVisible()
  for (const { seed } of bodies) {
    const name = text('grid_keep_label', { name: text('grid_seed', { seed: String(seed) }) })
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('the stage makes two variations from an image by an editing model', async ({
    page,
    text,
    enter,
  }) => {
    await enter('/creator/image/text-to-image')
    await jobs.images(page, { num_images: 1 })
    await show(page, text('stage_strip'), 'A fox in the snow')
    const bodies = recordCreates(page)
    await page.getByRole('button', { name: text('variations_open'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text('variations_title') })
    await dialog.getByRole('radio', { name: text('variations_image') }).check({ force: true })
    await expect(dialog.getByLabel(text('variations_description'))).toHaveValue('A fox in the snow')
    await dialog.getByLabel(text('variations_model')).selectOption({ label: 'Nano Banana' })
    await expect(dialog.getByLabel(text('variations_change'))).toHaveValue(
      text('variations_instruction'),
    )
    await dialog.getByRole('radio', { name: '2', exact: true }).check({ force: true })
    await expectAccessible(page)
    await dialog.getByLabel(text('variations_change')).fill('')
    await expect(dialog.getByRole('button', { name: /·/ })).toBeDisabled()
    await dialog.getByLabel(text('variations_change')).fill('在黄昏')
    await dialog.getByRole('button', { name: /·/ }).click()
    await expect(page).toHaveURL(/\/compare\?ids=/)
    expect(bodies.map(({ prompt, num_images }) => [prompt, num_images])).toEqual([
      ['在黄昏', 1],
      ['在黄昏', 1],
    ])
    for (const { image_url } of bodies) expect(image_url).toMatch(/\/media\//)
    expect(new Set(bodies.map(({ request_id }) => request_id)).size).toBe(2)
    await expect(
      page.getByRole('button', { name: new RegExp(text('grid_keep_label', { name: '' })) }),
    ).toHaveCount(2)
    const prompt = page
      .getByRole('main')
      .getByRole('paragraph')
      .filter({ hasText: /^在黄昏$/ })
    const { width } = (await prompt.boundingBox()) ?? { width: 0 }
    expect(width, 'a row of its own').toBeGreaterThan(300)
  })
})
