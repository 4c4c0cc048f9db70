import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'

test.slow()

const stage = (page: Page) => page.locator('canvas[role=img]')

async function openNew(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(stage(page)).toBeVisible()
}

async function openKeys(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('canvas_help'), exact: true }).press('Enter')
  await page.getByRole('button', { name: text('canvas_keys'), exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: text('canvas_keys') })).toBeVisible()
}

const toolButton = (page: Page, name: string, key: string) =>
  page.getByRole('button', { name: key === '' ? name : `${name} (${key})`, exact: true })

test('a key is changed, taken from another action, kept, and reset', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await openNew(page, text)
  const [brush, eraser] = [text('canvas_brush'), text('canvas_eraser')]
  await page.keyboard.press('e')
  await expect(toolButton(page, eraser, 'E')).toHaveAttribute('aria-pressed', 'true')

  await openKeys(page, text)
  await expectAccessible(page)
  await page.getByRole('button', { name: `${brush}: B`, exact: true }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `${brush}: B`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('e')
  await expect(page.getByText(text('canvas_key_taken', { key: 'E', name: eraser }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: text('canvas_keys') })).toBeHidden()

  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload()
    await expect(toolButton(page, eraser, '')).toBeVisible()
    await page.keyboard.press('v')
    await page.keyboard.press('b')
    await expect(toolButton(page, brush, 'E')).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('e')
    await expect(toolButton(page, brush, 'E')).toHaveAttribute('aria-pressed', 'true')
  }
  await openKeys(page, text)
  await page.getByRole('button', { name: text('canvas_keys_reset'), exact: true }).press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(toolButton(page, eraser, 'E')).toHaveAttribute('aria-pressed', 'true')
})

test('the frame is moved by arrow keys, typed, and made 16:9', async ({ page, enter, text }) => {
  await enter('/canvas')
  await openNew(page, text)
  await page.keyboard.press('f')
  const part = (name: string) =>
    page.getByRole('spinbutton', { name: `${text('canvas_frame')}: ${name}`, exact: true })
  const frame = async () => {
    const names = ['X', 'Y', text('canvas_frame_width'), text('canvas_frame_height')]
    return Promise.all(names.map(async (name) => Number(await part(name).inputValue())))
  }
  await expect.poll(frame).toEqual([0, 0, 1024, 1024])
  const zoom = page.getByRole('toolbar').getByText(/^\d+ %$/)
  const fitted = (await zoom.textContent()) ?? ''
  await page.keyboard.press('z')
  await expect(zoom).not.toHaveText(fitted)
  await page.keyboard.press('Shift+Z')
  await expect(zoom).toHaveText(fitted)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(frame).toEqual([1, 10, 1024, 1024])
  await part(text('canvas_frame_width')).fill('512')
  await part(text('canvas_frame_height')).fill('576')
  await page.getByLabel(text('canvas_frame_shape'), { exact: true }).selectOption('16:9')
  await expect.poll(frame).toEqual([-255, 10, 1024, 576])
  await page.getByRole('button', { name: text('canvas_crop'), exact: true }).click()
  await expect(
    page.getByRole('img', { name: text('canvas_stage', { width: 1024, height: 576 }) }),
  ).toBeVisible()
})

for (const [size, language] of [
  ['wide', 'en'],
  ['phone', 'zh'],
] as const)
  test.describe(`${size}, ${language}`, () => {
    test.use({ viewport: sizes[size], language, hasTouch: size === 'phone' })
    test('the demo document opens with its tour, which shows each part', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/canvas')
      await page.getByRole('button', { name: text('canvas_demo'), exact: true }).click()
      await expect(stage(page)).toBeVisible()
      const tour = page.getByRole('dialog', { name: text('canvas_tour') })
      await expect(tour).toBeFocused()
      await expectAccessible(page)
      for (const part of ['stage', 'tools', 'layers', 'frame', 'generate', 'result']) {
        await expect(tour.getByRole('heading')).toHaveText(text(`canvas_tour_${part}`))
        const inside = await tour.evaluate((card) => {
          const { left, right, top, bottom } = card.getBoundingClientRect()
          return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        })
        expect(inside).toBe(true)
        await tour.getByRole('button', { name: text('canvas_tour_next') }).click()
      }
      await tour.getByRole('button', { name: text('canvas_tour_end') }).click()
      await expect(tour).toBeHidden()
      await expect(
        page.getByRole('button', { name: text('canvas_demo_sun'), exact: true }),
      ).toBeVisible()
      await page.reload()
      await expect(stage(page)).toBeVisible()
      await expect(tour).toBeHidden()
      await expect(
        page.getByRole('button', { name: text('canvas_demo_sun'), exact: true }),
      ).toBeVisible()
    })
  })
