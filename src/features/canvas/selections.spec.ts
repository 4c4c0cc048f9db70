import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'

const segmenter = 'evf-sam.json'
const models = mkdtempSync(path.join(tmpdir(), 'atelier-mask-models-'))
copyFileSync(`src/core/models/ready/${segmenter}`, path.join(models, segmenter))

test.use({ environment: { MODELS_DIR: models, MOCK_DELAY_MS: '0' } })
test.slow()

/** Shares of the width and the height of the stage. */
type Place = [x: number, y: number]

const stage = (page: Page) => page.locator('canvas[role=img]')

/** The colour of a pixel of the shown canvas. */
const colorAt = (page: Page, [x, y]: Place) =>
  stage(page).evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const [left, top] = [Math.round(canvas.width * at.x), Math.round(canvas.height * at.y)]
      return [...(canvas.getContext('2d')?.getImageData(left, top, 1, 1).data ?? [])]
    },
    { x, y },
  )

async function drag(page: Page, from: Place, ...to: Place[]): Promise<void> {
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('There is no canvas')
  const at = ([x, y]: Place) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  for (const place of to) await page.mouse.move(...at(place), { steps: 8 })
  await page.mouse.up()
}

/** The bounds of what is selected, in pixels of the document. */
const bounds = async (page: Page) =>
  (await page.locator('[data-selection]').getAttribute('data-selection'))?.split(' ').map(Number)

async function newCanvas(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(stage(page)).toBeVisible()
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
}

const nothing = [0, 0, 0, 0]
const ink = [244, 241, 234, 255]

test('strokes and the eraser change what is selected, and nothing beside it', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newCanvas(page, text)
  await page.keyboard.press('m')
  await drag(page, [0.47, 0.35], [0.53, 0.65])
  await expect(page.locator('[data-selection]')).toBeVisible()
  await page.keyboard.press('b')
  await drag(page, [0.42, 0.5], [0.58, 0.5])
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(ink)
  expect(await colorAt(page, [0.45, 0.5])).toEqual(nothing)
  expect(await colorAt(page, [0.55, 0.5])).toEqual(nothing)

  // Without a selection the whole line is painted.
  await page.keyboard.press('Control+d')
  await expect(page.locator('[data-selection]')).toHaveCount(0)
  await drag(page, [0.42, 0.5], [0.58, 0.5])
  await expect.poll(() => colorAt(page, [0.45, 0.5])).toEqual(ink)

  await page.keyboard.press('m')
  await drag(page, [0.47, 0.35], [0.53, 0.65])
  await page.keyboard.press('e')
  await drag(page, [0.42, 0.5], [0.58, 0.5])
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(nothing)
  expect(await colorAt(page, [0.45, 0.5])).toEqual(ink)
  expect(await colorAt(page, [0.55, 0.5])).toEqual(ink)
  await expectAccessible(page)
})

test('Shift adds to a selection, Alt subtracts from it, and both are undone', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newCanvas(page, text)
  await page.keyboard.press('m')
  await drag(page, [0.45, 0.4], [0.5, 0.6])
  const first = await bounds(page)
  await page.keyboard.down('Shift')
  await page.keyboard.press('l')
  await drag(page, [0.5, 0.4], [0.55, 0.4], [0.55, 0.6], [0.5, 0.6])
  await page.keyboard.up('Shift')
  await expect.poll(async () => (await bounds(page))?.[2]).toBeGreaterThan(first?.[2] ?? 0)
  const both = await bounds(page)
  await page.keyboard.press('m')
  await page.keyboard.down('Alt')
  await drag(page, [0.42, 0.3], [0.58, 0.5])
  await page.keyboard.up('Alt')
  const [left = 0, top = 0, width = 0] = both ?? []
  await expect.poll(async () => (await bounds(page))?.[1]).toBeGreaterThan(top)
  expect(await bounds(page)).toMatchObject({ 0: left, 2: width })
  await page.keyboard.press('Control+z')
  expect(await bounds(page)).toEqual(both)
  await page.keyboard.press('Control+z')
  expect(await bounds(page)).toEqual(first)
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-selection]')).toHaveCount(0)
  // A selection is not a change of the document.
  await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
})

test('the wand selects a colour, which is cleared, copied and made a mask', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newCanvas(page, text)
  await drag(page, [0.46, 0.5], [0.54, 0.5])
  await page.keyboard.press('w')
  await drag(page, [0.5, 0.5])
  const line = await bounds(page)
  await page.keyboard.press('Delete')
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(nothing)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(ink)

  const layer = (name: string) => page.getByRole('button', { name, exact: true, pressed: true })
  const drawing = `${text('canvas_drawing')} 1`
  await page.keyboard.press('Control+j')
  await expect(layer(`${drawing} 1`)).toBeVisible()
  await page
    .getByRole('button', { name: text('canvas_hide', { name: drawing }), exact: true })
    .click()
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(ink)

  const [width = 0, height = 0] =
    (await stage(page).getAttribute('aria-label'))?.match(/\d+/g)?.map(Number) ?? []
  await page.keyboard.press('Control+a')
  await expect.poll(() => bounds(page)).toEqual([0, 0, width, height])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+i')
  await expect.poll(() => bounds(page)).toEqual([0, 0, width, height])
  await page.keyboard.press('Control+z')
  expect(await bounds(page)).toEqual(line)

  await page.getByRole('button', { name: text('canvas_selection'), exact: true }).click()
  await page.getByLabel(text('canvas_by_pixels'), { exact: true }).fill('10')
  await page.getByRole('button', { name: text('canvas_grow'), exact: true }).click()
  const [x = 0, y = 0, w = 0, h = 0] = line ?? []
  await expect.poll(() => bounds(page)).toEqual([x - 10, y - 10, w + 20, h + 20])
  await expectAccessible(page)
  await page.getByRole('button', { name: text('canvas_mask_from_selection'), exact: true }).click()
  const remove = text('canvas_remove', { name: `${text('canvas_mask')} 1` })
  await expect(page.getByRole('button', { name: remove, exact: true })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('selected.png') })
})

test('an object is selected by words at the price that is shown, and cleared', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas', { credits: 100 })
  await newCanvas(page, text)
  await drag(page, [0.46, 0.5], [0.54, 0.5])
  const part = page.getByRole('region', { name: text('canvas_words'), exact: true })
  await expect(part).toHaveCount(0)
  await page.keyboard.press('w')
  await drag(page, [0.5, 0.5])
  const line = (await bounds(page)) ?? []
  await page.keyboard.press('Control+d')
  await expect(page.locator('[data-selection]')).toHaveCount(0)
  // It is no model that generates into the frame.
  await expect(page.getByRole('option', { name: 'EVF-SAM 2', exact: true })).toHaveCount(0)

  await part.getByLabel(text('canvas_words_what'), { exact: true }).fill('the white line')
  await expectAccessible(page)
  const button = part.getByRole('button', { name: text('canvas_words_select', { credits: 10 }) })
  const created = page.waitForResponse('**/api/image-editor/create')
  await button.click()
  const { id } = await (await created).json()
  await expect(page.locator('[data-selection]')).toBeVisible({ timeout: 60_000 })
  const found = (await bounds(page)) ?? []
  for (const [at, side] of line.entries())
    expect(Math.abs((found[at] ?? 0) - side), `${found} is not ${line}`).toBeLessThan(20)
  const record = await page.evaluate(
    async (address) => (await fetch(address)).json(),
    `/api/generations/${id}`,
  )
  expect(record).toMatchObject({
    ...{ model: 'evf-sam', prompt: 'the white line', status: 'completed' },
    ...{ credits_charged: 10, is_public: false },
  })
  await page.screenshot({ path: test.info().outputPath('by-words.png') })

  await page.keyboard.press('Delete')
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(nothing)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(ink)
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-selection]')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => bounds(page)).toEqual(found)

  // Where nothing is seen nothing is found, and the selection stays.
  const hide = text('canvas_hide', { name: `${text('canvas_drawing')} 1` })
  await page.getByRole('button', { name: hide, exact: true }).click()
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual(nothing)
  await button.click()
  await expect(page.getByText(text('canvas_words_nothing'), { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  expect(await bounds(page)).toEqual(found)
})

test('a selection by words that fails or is cancelled is refunded, and the one before stays', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas', { credits: 100 })
  await newCanvas(page, text)
  await drag(page, [0.46, 0.5], [0.54, 0.5])
  await page.keyboard.press('m')
  await drag(page, [0.47, 0.35], [0.53, 0.65])
  const before = await bounds(page)
  const part = page.getByRole('region', { name: text('canvas_words'), exact: true })
  const words = part.getByLabel(text('canvas_words_what'), { exact: true })
  const button = part.getByRole('button', { name: text('canvas_words_select', { credits: 10 }) })
  await expect(button).toBeDisabled()
  await words.fill('a line [fault:internal-error]')
  await button.click()
  const refund = text('stage_refunded', { count: 10, amount: 10 })
  await expect(page.getByText(refund, { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await bounds(page)).toEqual(before)

  await words.fill('a line [fault:stuck] [fault:status-500]')
  await button.click()
  // It goes on beside another tool.
  await page.getByRole('button', { name: `${text('canvas_brush')} (B)`, exact: true }).click()
  await expect(part.getByText(text('canvas_words_finding'), { exact: true })).toBeVisible()
  await part.getByRole('button', { name: text('stage_cancel'), exact: true }).click()
  await expect(page.getByText(text('stage_cancelled'), { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect(part).toHaveCount(0)
  expect(await bounds(page)).toEqual(before)
  await expect(page.getByText(text('app_balance', { credits: 100 })).first()).toBeVisible()
})

test('the stamp and the healing brush paint what lies elsewhere, within the selection', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newCanvas(page, text)
  await drag(page, [0.46, 0.4], [0.54, 0.4])
  await page.keyboard.press('s')
  await drag(page, [0.5, 0.6])
  await expect(page.getByText(text('canvas_source_first'), { exact: true })).toBeVisible()
  await page.keyboard.down('Alt')
  await drag(page, [0.5, 0.4])
  await page.keyboard.up('Alt')
  await page.keyboard.press('m')
  await drag(page, [0.5, 0.5], [0.6, 0.7])
  await page.keyboard.press('s')
  await drag(page, [0.48, 0.6], [0.52, 0.6])
  await expect.poll(() => colorAt(page, [0.51, 0.6])).toEqual(ink)
  expect(await colorAt(page, [0.49, 0.6])).toEqual(nothing)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.51, 0.6])).toEqual(nothing)

  await page.keyboard.press('j')
  await page.getByRole('button', { name: text('canvas_set_source'), exact: true }).click()
  await drag(page, [0.48, 0.4])
  await drag(page, [0.52, 0.6], [0.53, 0.6])
  await expect.poll(async () => (await colorAt(page, [0.525, 0.6]))[3]).toBeGreaterThan(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.525, 0.6])).toEqual(nothing)
  await expectAccessible(page)
})

test('an adjustment is shown, cancelled, applied within the selection, and undone', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newCanvas(page, text)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await drag(page, [0.44, 0.5], [0.56, 0.5])
  await page.keyboard.press('m')
  await drag(page, [0.5, 0.4], [0.6, 0.6])
  const button = (key: string) => page.getByRole('button', { name: text(key), exact: true })
  const panel = page.getByRole('region', { name: text('canvas_adjust'), exact: true })
  expect(workers).toEqual([])
  const darken = async () => {
    await button('canvas_adjust').click()
    await panel.getByLabel(text('canvas_adjustment'), { exact: true }).selectOption('hue')
    const name = text('canvas_exact', { name: text('canvas_lightness') })
    await panel.getByLabel(name, { exact: true }).fill('-100')
  }
  await darken()
  await expect.poll(() => colorAt(page, [0.52, 0.5])).toEqual([0, 0, 0, 255])
  expect(await colorAt(page, [0.48, 0.5])).toEqual(ink)
  expect(workers.length).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('adjusted.png') })
  await button('canvas_adjust_cancel').click()
  await expect.poll(() => colorAt(page, [0.52, 0.5])).toEqual(ink)
  await expect(button('canvas_adjust')).toBeFocused()

  await darken()
  await expect(panel.getByText(text('canvas_adjust_preview'), { exact: true })).toBeVisible()
  await button('canvas_adjust_apply').click()
  await expect(panel).toHaveCount(0)
  await expect.poll(() => colorAt(page, [0.52, 0.5])).toEqual([0, 0, 0, 255])
  expect(await colorAt(page, [0.48, 0.5])).toEqual(ink)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.52, 0.5])).toEqual(ink)

  await button('canvas_adjust').click()
  await panel.getByLabel(text('canvas_adjustment'), { exact: true }).selectOption('edges')
  await expect(panel.getByText(text('canvas_adjust_new_layer'), { exact: true })).toBeVisible()
  await button('canvas_adjust_apply').click()
  const hide = text('canvas_hide', { name: `${text('canvas_edges')} 1` })
  await expect(page.getByRole('button', { name: hide, exact: true })).toBeVisible()
})

test('a corner is dragged into perspective, and edges go on', async ({ page, enter, text }) => {
  await enter('/canvas')
  await newCanvas(page, text)
  await drag(page, [0.44, 0.5], [0.56, 0.5])
  const button = (key: string) => page.getByRole('button', { name: text(key), exact: true })
  const panel = page.getByRole('region', { name: text('canvas_adjust'), exact: true })
  const choose = async (kind: string) => {
    await button('canvas_adjust').click()
    await panel.getByLabel(text('canvas_adjustment'), { exact: true }).selectOption(kind)
  }
  await choose('perspective')
  const corner = page.locator('[data-corner=bottom_right]')
  const box = await corner.boundingBox()
  if (!box) throw new Error('There is no handle')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await colorAt(page, [0.55, 0.56]))[3]).toBeGreaterThan(0)
  await expectAccessible(page)
  await button('canvas_adjust_apply').click()
  await expect(corner).toHaveCount(0)
  await expect.poll(() => colorAt(page, [0.55, 0.56])).toEqual(ink)
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, [0.55, 0.56])).toEqual([0, 0, 0, 0])

  await choose('extend')
  await expect(panel.getByText(text('canvas_adjust_preview'), { exact: true })).toBeVisible()
  await button('canvas_adjust_apply').click()
  await expect.poll(async () => (await colorAt(page, [0.5, 0.54]))[3]).toBe(255)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'de' })
  test('the tools that select fit the window', async ({ page, enter, text }) => {
    await enter('/canvas')
    await newCanvas(page, text)
    await page.getByRole('button', { name: `${text('canvas_wand')} (W)`, exact: true }).click()
    await page.getByText(text('canvas_select_add'), { exact: true }).click()
    await drag(page, [0.5, 0.5])
    await expect(page.locator('[data-selection]')).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBe(sizes.phone.width)
    await page.getByRole('button', { name: text('canvas_selection'), exact: true }).click()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('phone.png') })
  })
})
