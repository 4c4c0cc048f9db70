import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'
import { mediaPath } from '#testing/sample-media.ts'

test.slow()

/** A place of the document, in shares of its width and height. */
type Place = readonly [x: number, y: number]

const stage = (page: Page) => page.locator('canvas[role=img]')

/** Where a place of the document is in the window. */
async function inWindow(page: Page, [x, y]: Place): Promise<[number, number]> {
  const box = await page.locator('.checkerboard').boundingBox()
  if (!box) throw new Error('There is no document')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 })
  await page.mouse.move(...to, { steps: 4 })
  await page.mouse.up()
}

const dragOn = async (page: Page, from: Place, to: Place) =>
  drag(page, await inWindow(page, from), await inWindow(page, to))

/** The colour of the document at a place, as it is shown. */
async function colorAt(page: Page, place: Place): Promise<number[]> {
  const [x, y] = await inWindow(page, place)
  return stage(page).evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const { left, top } = canvas.getBoundingClientRect()
      const scale = canvas.width / canvas.clientWidth
      const place = [Math.round((at.x - left) * scale), Math.round((at.y - top) * scale)] as const
      return [...(canvas.getContext('2d')?.getImageData(...place, 1, 1).data ?? [])]
    },
    { x, y },
  )
}

/** How many pixels of the shown canvas are not empty. */
const inkOf = (page: Page) =>
  stage(page).evaluate((canvas: HTMLCanvasElement) => {
    const all = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    let count = 0
    for (let at = 3; at < (all?.length ?? 0); at += 4) if (all?.[at]) count++
    return count
  })

const middleOf = async (target: Locator): Promise<[number, number]> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not shown')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

const handle = (page: Page, name: string) => page.locator(`[data-handle="${name}"]`)
const [paper, orange, empty] = [
  [244, 241, 234, 255],
  [232, 116, 59, 255],
  [0, 0, 0, 0],
]

test.beforeEach(async ({ page, enter, text }) => {
  await enter('/canvas')
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(stage(page)).toBeVisible()
})

test('a text on a poster is saved as a text: after a reload it can be changed', async ({
  page,
  text,
}) => {
  await page.keyboard.press('t')
  await page.mouse.click(...(await inWindow(page, [0.2, 0.5])))
  const words = page.getByLabel(text('canvas_text'), { exact: true }).and(page.locator('textarea'))
  await expect(words).toBeFocused()
  await page.keyboard.type('Fox 狐狸')
  await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
  await page.getByLabel(text('canvas_weight'), { exact: true }).selectOption('800')
  await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(words).toHaveValue('Fox 狐狸', { timeout: 30_000 })
  await expect(page.getByLabel(text('canvas_weight'), { exact: true })).toHaveValue('800')
  await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
  const before = await inkOf(page)
  await words.fill('Fox 狐狸\nFox 狐狸')
  await expect.poll(() => inkOf(page)).toBeGreaterThan(before * 1.5)
  // Out of the text, keys are shortcuts again: all that was typed is one change.
  await page.mouse.click(...(await inWindow(page, [0.2, 0.5])))
  await words.blur()
  await page.keyboard.press('Control+z')
  await expect(words).toHaveValue('Fox 狐狸')
})

test('strokes on a scaled and rotated layer land under the pointer', async ({ page, text }) => {
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  await dragOn(page, [0.4, 0.5], [0.6, 0.5])
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(paper)
  await page.keyboard.press('v')
  const first = await middleOf(handle(page, '1 1'))
  await drag(page, first, [first[0] + 60, first[1] + 60])
  const scaled = await middleOf(handle(page, '1 1'))
  expect(scaled[0]).toBeGreaterThan(first[0] + 30)
  await page.keyboard.down('Shift')
  const turn = await middleOf(handle(page, 'turn'))
  await drag(page, turn, [turn[0] + 120, turn[1] + 40])
  await page.keyboard.up('Shift')
  await expect.poll(() => colorAt(page, [0.6, 0.5])).toEqual(empty)
  const turned = await middleOf(handle(page, '1 1'))
  await page.keyboard.press('b')
  await dragOn(page, [0.2, 0.2], [0.3, 0.2])
  await expect.poll(() => colorAt(page, [0.25, 0.2])).toEqual(paper)
  expect(await colorAt(page, [0.25, 0.26])).toEqual(empty)
  expect(await colorAt(page, [0.35, 0.2])).toEqual(empty)
  await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
  await page.reload()
  await expect.poll(() => colorAt(page, [0.25, 0.2]), { timeout: 30_000 }).toEqual(paper)
  expect(await colorAt(page, [0.25, 0.26])).toEqual(empty)
  await page.keyboard.press('v')
  await expect(handle(page, 'turn')).toBeVisible()
  expect(turned).not.toEqual(scaled)
})

test('each gesture and each held key of the move tool is one change', async ({ page, text }) => {
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  await dragOn(page, [0.4, 0.5], [0.6, 0.5])
  await page.keyboard.press('v')
  const place = () => middleOf(handle(page, '1 1'))
  const first = await place()
  await drag(page, first, [first[0] + 60, first[1] + 60])
  const scaled = await place()
  expect(scaled[0]).toBeGreaterThan(first[0] + 30)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await place())[0]).toBeGreaterThan(scaled[0] + 3)
  await page.getByRole('button', { name: text('canvas_rotate'), exact: true }).click()
  await expect.poll(async () => (await place())[1]).toBeGreaterThan(scaled[1] + 20)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(place).toEqual(scaled)
  await page.keyboard.press('Control+z')
  await expect.poll(place).toEqual(first)
  await expectAccessible(page)
})

test('shapes are drawn and filled, and the document is cropped to the frame', async ({
  page,
  text,
}) => {
  await page.keyboard.press('u')
  await page.keyboard.down('Shift')
  await dragOn(page, [0.1, 0.1], [0.4, 0.2])
  await page.keyboard.up('Shift')
  const name = `${text('canvas_rectangle')} 1`
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect.poll(() => colorAt(page, [0.35, 0.35])).toEqual(orange)
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  await page.keyboard.press('g')
  await page.mouse.click(...(await inWindow(page, [0.8, 0.8])))
  await expect.poll(() => colorAt(page, [0.2, 0.8])).toEqual(paper)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.2, 0.8])).toEqual(empty)
  await page.keyboard.press('f')
  await dragOn(page, [1, 1], [0.5, 0.5])
  await page.getByRole('button', { name: text('canvas_crop'), exact: true }).click()
  const [whole, part] = [1024, 512].map((side) =>
    page.getByRole('img', { name: text('canvas_stage', { width: side, height: side }) }),
  )
  if (!whole || !part) throw new Error('There are two')
  await expect(part).toBeVisible()
  await expect.poll(() => colorAt(page, [0.7, 0.7])).toEqual(orange)
  await page.keyboard.press('Control+z')
  await expect(whole).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(part).toBeVisible()
  await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(part).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => colorAt(page, [0.7, 0.7])).toEqual(orange)
  await expectAccessible(page)
})

test('a group hides its layers, and a dropped image is placed where it is dropped', async ({
  page,
  text,
}) => {
  const drawing = `${text('canvas_drawing')} 1`
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  await dragOn(page, [0.4, 0.5], [0.6, 0.5])
  const press = (key: string, values = {}) =>
    page.getByRole('button', { name: text(key, values), exact: true }).click()
  await press('canvas_group_layer', { name: drawing })
  const group = `${text('canvas_group')} 1`
  await press('canvas_hide', { name: group })
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(empty)
  await press('canvas_ungroup_layer', { name: drawing })
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(paper)
  const bytes = readFileSync(mediaPath('photo.jpg')).toString('base64')
  const [clientX, clientY] = await inWindow(page, [0, 0])
  const dataTransfer = await page.evaluateHandle((base64) => {
    const files = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    files.items.add(new File([content], 'photo.jpg', { type: 'image/jpeg' }))
    return files
  }, bytes)
  await stage(page).dispatchEvent('drop', { dataTransfer, clientX, clientY })
  await expect(page.getByRole('button', { name: 'photo', exact: true })).toBeVisible()
  await expect.poll(async () => (await colorAt(page, [0.02, 0.02]))[3]).toBe(255)
  expect(await colorAt(page, [0.95, 0.95])).toEqual(empty)
  await press('canvas_to_reference')
  await expect(page.getByText(text('canvas_reference_hint'))).toBeVisible()
  await page.getByRole('button', { name: drawing, exact: true }).click()
  await expect.poll(() => colorAt(page, [0.02, 0.02])).toEqual(empty)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'de' })
  test('a text is typed, and nothing is wider than the window', async ({ page, text }) => {
    await page.getByRole('button', { name: `${text('canvas_text')} (T)`, exact: true }).click()
    await page.touchscreen.tap(...(await inWindow(page, [0.3, 0.4])))
    const words = page.locator('textarea[data-layer-text]')
    await expect(words).toBeFocused()
    await page.keyboard.type('Fuchs')
    await expect.poll(() => inkOf(page)).toBeGreaterThan(50)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(sizes.phone.width)
    await expectAccessible(page)
  })
})
