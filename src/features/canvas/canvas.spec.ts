import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { maxFileBytes } from './rules.ts'

test.slow()

type Place = [x: number, y: number]

/** The pixel of the shown canvas at a share of its width and height. */
const pixelAt = (page: Page, [x, y]: Place): Promise<Place> =>
  page
    .locator('canvas[role=img]')
    .evaluate(
      (canvas: HTMLCanvasElement, at): [number, number] => [
        Math.round(canvas.width * at.x),
        Math.round(canvas.height * at.y),
      ],
      { x, y },
    )

/** The colour of a pixel of the shown canvas. */
const colorOf = (page: Page, [x, y]: Place) =>
  page.locator('canvas[role=img]').evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const pixel = canvas.getContext('2d')?.getImageData(at.x, at.y, 1, 1)
      return [...(pixel?.data ?? [])]
    },
    { x, y },
  )

const colorAt = async (page: Page, x: number, y: number) =>
  colorOf(page, await pixelAt(page, [x, y]))

async function paint(page: Page, from: Place, to: Place): Promise<void> {
  const box = await page.locator('canvas[role=img]').boundingBox()
  if (!box) throw new Error('There is no canvas')
  const at = ([x, y]: Place) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), { steps: 5 })
  await page.mouse.move(...at(to), { steps: 5 })
  await page.mouse.up()
}

/** The bounds of what is selected, in pixels of the document. */
const bounds = async (page: Page) =>
  (await page.locator('[data-selection]').getAttribute('data-selection'))?.split(' ').map(Number)

async function newDrawing(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
}

const ink = [244, 241, 234, 255]

test('what is painted is saved, undone and there again after a reload', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  await paint(page, [0.4, 0.5], [0.6, 0.5])
  await expect.poll(() => colorAt(page, 0.5, 0.5)).toEqual([244, 241, 234, 255])
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, 0.5, 0.5)).toEqual([0, 0, 0, 0])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => colorAt(page, 0.5, 0.5)).toEqual([244, 241, 234, 255])
  await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('painted.png') })
  await page.reload()
  await expect
    .poll(() => colorAt(page, 0.5, 0.5), { timeout: 30_000 })
    .toEqual([244, 241, 234, 255])
})

test('a masked part is made anew, staged and accepted; the rest stays as it was', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas', { credits: 200 })
  await page.locator('input[type=file]').first().setInputFiles(mediaPath('photo.jpg'))
  await expect(page.locator('canvas[role=img]')).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await colorAt(page, 0.5, 0.5))[3], { timeout: 30_000 }).toBe(255)
  const place = await pixelAt(page, [0.42, 0.2])
  const outside = await colorOf(page, place)
  await page.getByRole('button', { name: text('canvas_mask'), exact: true }).click()
  await paint(page, [0.45, 0.6], [0.55, 0.6])
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a red hat')
  await page
    .getByLabel(text('canvas_model'), { exact: true })
    .selectOption({ label: 'Nano Banana' })
  const price = text('canvas_generate', { credits: '10' })
  await page.getByRole('button', { name: price, exact: true }).click()
  await expect(page.getByRole('button', { name: text('canvas_accept') })).toBeVisible({
    timeout: 120_000,
  })
  await page.screenshot({ path: test.info().outputPath('staged.png') })
  await page.getByRole('button', { name: text('canvas_accept') }).click()
  await expect(
    page.getByRole('button', { name: text('canvas_result', { at: 1 }), exact: true }),
  ).toBeVisible()
  expect(await colorOf(page, place)).toEqual(outside)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'de' })
  test('the canvas can be used', async ({ page, enter, text }) => {
    await enter('/canvas')
    await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
    await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
    await paint(page, [0.4, 0.5], [0.6, 0.5])
    await expect.poll(async () => (await colorAt(page, 0.5, 0.5))[3]).toBe(255)
    await page.screenshot({ path: test.info().outputPath('phone.png') })
    await expectAccessible(page)
  })
})

test('an image that is too large is made smaller, a file that is too large is refused, with a word', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()
  const folder = test.info().outputDir
  await mkdir(folder, { recursive: true })
  const large = path.join(folder, 'large.png')
  await sharp({ create: { width: 2048, height: 1024, channels: 3, background: '#c84' } })
    .png()
    .toFile(large)
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles(large)
  const reduced = text('canvas_reduced', { name: 'large', width: '1024', height: '512' })
  await expect(page.getByText(reduced)).toBeVisible()
  await expect.poll(() => colorAt(page, 0.5, 0.5)).toEqual([204, 136, 68, 255])
  const heavy = path.join(folder, 'heavy.png')
  await writeFile(heavy, new Uint8Array(maxFileBytes + 1))
  await chooser.setInputFiles(heavy)
  await expect(page.getByText('heavy.png', { exact: false })).toBeVisible()
})

test('where the worker fails, the panel says so and the layer stays as it was', async ({
  page,
  enter,
  text,
}) => {
  await page.route(/canvas-worker/, (route) => route.fulfill({ status: 404, body: '' }))
  await enter('/canvas')
  await newDrawing(page, text)
  await paint(page, [0.44, 0.5], [0.56, 0.5])
  await page.getByRole('button', { name: text('canvas_adjust'), exact: true }).click()
  await expect(page.getByText(text('canvas_adjust_failed'), { exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: text('canvas_adjust_apply'), exact: true }),
  ).toBeDisabled()
  expect(await colorAt(page, 0.5, 0.5)).toEqual(ink)
  await page.keyboard.press('Escape')
  await expect(page.getByText(text('canvas_adjust_failed'), { exact: true })).toHaveCount(0)
})

test('a selection is softened in a worker; cancelled or failed, it stays as it was', async ({
  page,
  enter,
  text,
}) => {
  await enter('/canvas')
  await newDrawing(page, text)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.keyboard.press('m')
  await paint(page, [0.46, 0.4], [0.54, 0.6])
  const before = (await bounds(page)) ?? []
  const button = (key: string) => page.getByRole('button', { name: text(key), exact: true })
  const soften = async () => {
    await button('canvas_selection').click()
    await page.getByLabel(text('canvas_by_pixels'), { exact: true }).fill('10')
    await button('canvas_feather').click()
  }
  const status = page.getByRole('status').filter({ hasText: text('canvas_adjust_computing') })

  // Its file does not arrive, so that it is computed until it is cancelled.
  await page.route(/canvas-worker/, () => undefined)
  const cancels = [
    () => button('stage_cancel').click(),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+z'),
  ]
  for (const cancel of cancels) {
    await soften()
    await expect(status).toBeVisible()
    await expectAccessible(page)
    await cancel()
    await expect(status).toHaveCount(0)
    expect(await bounds(page)).toEqual(before)
  }
  await page.keyboard.press('Escape')

  await page.unrouteAll()
  await page.route(/canvas-worker/, (route) => route.fulfill({ status: 404, body: '' }))
  await soften()
  await expect(page.getByText(text('canvas_not_computed'), { exact: true })).toBeVisible()
  expect(await bounds(page)).toEqual(before)
  await page.keyboard.press('Escape')

  await page.unrouteAll()
  workers.length = 0
  await soften()
  await expect.poll(async () => (await bounds(page))?.[2]).toBeGreaterThan(before[2] ?? 0)
  expect(workers).toEqual([expect.stringContaining('canvas-worker')])
  await page.keyboard.press('Control+z')
  await expect.poll(() => bounds(page)).toEqual(before)
})

test('a stroke during which the session ends is kept, and saved after signing in', async ({
  page,
  context,
  enter,
  text,
}) => {
  await enter('/canvas')
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()
  await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).click()
  const saved = page.getByText(text('canvas_saved'), { exact: true })
  await expect(saved).toBeVisible()
  const box = await page.locator('canvas[role=img]').boundingBox()
  if (!box) throw new Error('There is no canvas')
  const cookies = await context.cookies()
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 })
  await context.clearCookies()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  const other = await context.newPage()
  await other.goto(new URL('/canvas', page.url()).href)
  await expect(page.getByText(text('canvas_session_ended'))).toBeVisible()
  await expect(page.locator('canvas[role=img]')).toHaveCount(0)
  await expectAccessible(page)

  await context.addCookies(cookies)
  await other.reload()
  await expect.poll(() => colorAt(page, 0.5, 0.5)).toEqual([244, 241, 234, 255])
  await expect(saved).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect
    .poll(() => colorAt(page, 0.5, 0.5), { timeout: 30_000 })
    .toEqual([244, 241, 234, 255])
})
