import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/product.ts'

const models = mkdtempSync(path.join(tmpdir(), 'atelier-control-models-'))
for (const id of ['flux-control-lora-canny', 'flux-control-lora-depth', 'depth-anything-v2'])
  copyFileSync(`src/core/models/ready/${id}.json`, path.join(models, `${id}.json`))

test.use({ environment: { MODELS_DIR: models, MOCK_DELAY_MS: '0' } })
test.slow()

/** A place of the document, in shares of its width and height. */
type Place = readonly [x: number, y: number]

/** Where a place of the document is in the window. */
async function inWindow(page: Page, [x, y]: Place): Promise<[number, number]> {
  const box = await page.locator('.checkerboard').boundingBox()
  if (!box) throw new Error('There is no document')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(...(await inWindow(page, from)))
  await page.mouse.down()
  await page.mouse.move(...(await inWindow(page, to)), { steps: 8 })
  await page.mouse.up()
}

/** The colour of the document at a place, as it is shown. */
async function colorAt(page: Page, place: Place): Promise<number[]> {
  const [x, y] = await inWindow(page, place)
  return page.locator('canvas[role=img]').evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const { left, top } = canvas.getBoundingClientRect()
      const scale = canvas.width / canvas.clientWidth
      const place = [Math.round((at.x - left) * scale), Math.round((at.y - top) * scale)] as const
      return [...(canvas.getContext('2d')?.getImageData(...place, 1, 1).data ?? [])]
    },
    { x, y },
  )
}

/** The darkest of the channels there, 0 to 255: of white 255. */
const lightnessAt = async (page: Page, place: Place) =>
  Math.min(...(await colorAt(page, place)).slice(0, 3))

/** How many pixels of the shown canvas are lighter than the stroke is under a control layer. */
const lightPixels = (page: Page) =>
  page.locator('canvas[role=img]').evaluate((canvas: HTMLCanvasElement) => {
    const all = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return (all ?? []).filter((value, at) => at % 4 === 0 && value > 80).length
  })

/** An image at an address: its sides, and its colours at places in shares of them. */
const readImage = (page: Page, address: string, places: readonly Place[]) =>
  page.evaluate(
    async ({ address, places }) => {
      const image = await createImageBitmap(await (await fetch(address)).blob())
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      const colors = places.map(([x, y]) => {
        const at = [Math.floor(x * image.width), Math.floor(y * image.height)] as const
        return [...(context?.getImageData(...at, 1, 1).data ?? [])]
      })
      return { size: [image.width, image.height], colors }
    },
    { address, places: places.map(([x, y]): [number, number] => [x, y]) },
  )

/** The layers of the open canvas as they are saved, the lowest first. */
const savedLayers = (page: Page) =>
  page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const { document } = await (await fetch(`/api/canvas/documents/${id}`)).json()
    return (document.layers as { kind: string; control?: string }[]).map(({ kind, control }) =>
      control ? `${kind} ${control}` : kind,
    )
  })

const [white, black] = [
  [255, 255, 255, 255],
  [0, 0, 0, 255],
]

test('a sketch guides an image', async ({ page, enter, text }) => {
  const button = (key: string, values = {}) =>
    page.getByRole('button', { name: text(key, values), exact: true })
  const model = page.getByLabel(text('canvas_model'), { exact: true })
  const generate = button('canvas_generate', { credits: '50' })
  await enter('/canvas', { credits: 1000 })
  await button('canvas_new').click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()

  await model.selectOption({ label: 'FLUX.1 Control canny' })
  const kinds = `${text('canvas_control_edges')} / ${text('canvas_control_scribble')}`
  await expect(page.getByText(text('canvas_control_needed', { kinds }))).toBeVisible()
  await expect(generate).toBeDisabled()
  await expect(button('canvas_edges_of_document')).toBeDisabled()

  // Drawn in the colour of the brush, it would not be white.
  await button('canvas_control_scribble').click()
  await page.keyboard.press('b')
  await drag(page, [0.3, 0.5], [0.7, 0.5])
  const name = `${text('canvas_control_scribble')} 1`
  await expect(page.getByText(text('canvas_control_used', { names: name }))).toBeVisible()
  await expect
    .poll(async () => (await colorAt(page, [0.5, 0.5])).slice(0, 3))
    .toEqual([255, 255, 255])
  expect((await colorAt(page, [0.5, 0.2])).slice(0, 3)).toEqual([0, 0, 0])
  await expectAccessible(page)

  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a lighthouse at night')
  const asked = page.waitForRequest('**/api/*/create')
  await generate.click()
  const { control_image_url, image_size } = (await asked).postDataJSON()
  expect(image_size).toBe('square_hd')
  expect(
    await readImage(page, control_image_url, [
      [0.5, 0.5],
      [0.35, 0.5],
      [0.5, 0.2],
      [0.05, 0.95],
    ]),
  ).toEqual({ size: [1024, 1024], colors: [white, white, black, black] })

  await button('canvas_accept').click({ timeout: 120_000 })
  await expect(button('canvas_result', { at: 1 })).toBeVisible()
  await expect.poll(() => lightnessAt(page, [0.5, 0.5])).toBeGreaterThan(250)
  expect(await lightnessAt(page, [0.5, 0.2])).toBeLessThan(245)
  await expect.poll(() => savedLayers(page)).toEqual(['control scribble', 'image'])
  await page.reload()
  await expect(page.getByRole('button', { name, exact: false }).first()).toBeVisible()
  await expect.poll(() => lightnessAt(page, [0.5, 0.5]), { timeout: 30_000 }).toBeGreaterThan(250)
})

test('control layers are made of the document, of drawings and of images', async ({
  page,
  enter,
  text,
}) => {
  const button = (key: string, values = {}) =>
    page.getByRole('button', { name: text(key, values), exact: true })
  const kind = page.getByLabel(text('canvas_control_kind'), { exact: true })
  const generate = button('canvas_generate', { credits: '50' })
  await enter('/canvas', { credits: 1000 })
  await button('canvas_new').click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()
  await button('canvas_drawing').click()
  await page.keyboard.press('b')
  await drag(page, [0.3, 0.5], [0.7, 0.5])

  await button('canvas_to_control').click()
  await expect(kind).toHaveValue('scribble')
  await expect
    .poll(async () => (await colorAt(page, [0.5, 0.5])).slice(0, 3))
    .toEqual([255, 255, 255])
  await page.keyboard.press('Control+z')
  await expect(kind).toHaveCount(0)
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual([244, 241, 234, 255])

  await page.getByLabel(text('canvas_model'), { exact: true }).selectOption({
    label: 'FLUX.1 Control depth',
  })
  const missing = text('canvas_control_needed', { kinds: text('canvas_control_depth') })
  await expect(page.getByText(missing)).toBeVisible()
  await button('canvas_edges_of_document').click()
  await expect(kind).toHaveValue('edges')
  // The outline of a light stroke on nothing, shown half transparent.
  await expect.poll(() => lightPixels(page)).toBeGreaterThan(100)
  await kind.scrollIntoViewIfNeeded()
  await page.screenshot({ path: test.info().outputPath('edges.png') })
  await expect(page.getByText(missing)).toBeVisible()
  await expect(generate).toBeDisabled()
  await kind.selectOption('depth')
  await expect(page.getByText(missing)).toHaveCount(0)
  await expect(generate).toBeEnabled()
  await expect.poll(() => savedLayers(page)).toEqual(['drawing', 'control depth'])

  // Hidden, it guides nothing; as an image it is part of the document.
  const name = `${text('canvas_edges')} 1`
  await button('canvas_hide', { name }).click()
  await expect(generate).toBeDisabled()
  await button('canvas_show', { name }).click()
  await button('canvas_to_image').click()
  await expect.poll(() => savedLayers(page)).toEqual(['drawing', 'image'])
  expect(await colorAt(page, [0.1, 0.1])).toEqual(black)
  await expectAccessible(page)
})

test('a depth map of the frame becomes a control layer, and guides a model', async ({
  page,
  enter,
  text,
}) => {
  const button = (key: string, values = {}) =>
    page.getByRole('button', { name: text(key, values), exact: true })
  const model = page.getByLabel(text('canvas_model'), { exact: true })
  await enter('/canvas', { credits: 1000 })
  await button('canvas_new').click()
  await expect(page.locator('canvas[role=img]')).toBeVisible()
  await button('canvas_drawing').click()
  await page.keyboard.press('b')
  await drag(page, [0.3, 0.5], [0.7, 0.5])
  await expect.poll(() => lightnessAt(page, [0.5, 0.5])).toBeGreaterThan(200)

  await model.selectOption({ label: 'Depth Anything V2' })
  await button('canvas_generate', { credits: '10' }).click()
  await button('canvas_accept').click({ timeout: 120_000 })
  const result = text('canvas_result', { at: 1 })
  await expect(page.getByLabel(text('canvas_control_kind'), { exact: true })).toHaveValue('depth')
  await expect.poll(() => savedLayers(page)).toEqual(['drawing', 'control depth'])
  await model.selectOption({ label: 'FLUX.1 Control depth' })
  await expect(page.getByText(text('canvas_control_used', { names: result }))).toBeVisible()
  await expect(button('canvas_generate', { credits: '50' })).toBeEnabled()
  await button('canvas_hide', { name: result }).click()
  await expect.poll(() => colorAt(page, [0.5, 0.5])).toEqual([244, 241, 234, 255])
})
