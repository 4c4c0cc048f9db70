import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'
import { changesAround, paste, shownOn } from '#e2e/shown-images.ts'
import { completed, jobs, show } from '#e2e/work.ts'
import { mediaPath } from '#testing/sample-media.ts'

const fill = 'flux-pro-v1-fill'
const models = mkdtempSync(path.join(tmpdir(), 'atelier-canvas-models-'))
copyFileSync(`src/core/models/ready/${fill}.json`, path.join(models, `${fill}.json`))

test.use({ environment: { MODELS_DIR: models, MOCK_DELAY_MS: '0' } })
test.slow()

/** A place of the stage, in shares of its width and height. */
type Place = readonly [x: number, y: number]

const stageOf = (page: Page, text: Text, width: number, height: number) =>
  page.getByRole('img', { name: text('canvas_stage', { width, height }) })

const canvasIn = (page: Page) => page.locator('canvas[role=img]')

/** Where a share of the document, which fits its stage, is in the window and on the shown canvas. */
async function placesOf(page: Page, document: { width: number; height: number }, at: Place) {
  return canvasIn(page).evaluate(
    (canvas: HTMLCanvasElement, { width, height, at: [x, y] }) => {
      const box = canvas.getBoundingClientRect()
      const margin = 48
      const scale = Math.min(1, (box.width - margin) / width, (box.height - margin) / height)
      const left = (box.width - width * scale) / 2 + x * width * scale
      const top = (box.height - height * scale) / 2 + y * height * scale
      const ratio = canvas.width / box.width
      return {
        window: [box.left + left, box.top + top] as const,
        pixel: [Math.round(left * ratio), Math.round(top * ratio)] as const,
      }
    },
    { ...document, at: [at[0], at[1]] as [number, number] },
  )
}

type Document = { width: number; height: number }

async function colorAt(page: Page, document: Document, at: Place): Promise<number[]> {
  const { pixel } = await placesOf(page, document, at)
  return canvasIn(page).evaluate(
    (canvas: HTMLCanvasElement, [x, y]) => [
      ...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? []),
    ],
    [pixel[0], pixel[1]] as [number, number],
  )
}

async function drag(page: Page, document: Document, ...way: Place[]): Promise<void> {
  const places = []
  for (const at of way) places.push((await placesOf(page, document, at)).window)
  const [first, ...others] = places
  if (!first) throw new Error('There is no way to drag')
  await page.mouse.move(...first)
  await page.mouse.down()
  for (const place of others) await page.mouse.move(...place, { steps: 6 })
  await page.mouse.up()
}

/** The same with a finger. */
async function swipe(page: Page, document: Document, ...way: Place[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) => {
    const [x, y] = at ? (await placesOf(page, document, at)).window : [0, 0]
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x, y }] : [] })
  }
  const [first, ...others] = way
  await send('touchStart', first)
  for (const at of others) await send('touchMove', at)
  await send('touchEnd')
  await session.detach()
}

/** Chooses a model and a prompt and generates; a key presses the button where `byKey`. */
async function generate(
  page: Page,
  text: Text,
  {
    model,
    prompt,
    credits,
    byKey,
  }: Record<'model' | 'prompt' | 'credits', string> & {
    byKey?: boolean
  },
): Promise<void> {
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  await page.getByLabel(text('canvas_model'), { exact: true }).selectOption({ label: model })
  const button = page.getByRole('button', {
    name: text('canvas_generate', { credits }),
    exact: true,
  })
  const asked = page.waitForResponse('**/api/*/create')
  if (byKey) await button.press('Enter')
  else await button.click()
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('button', { name: text('canvas_accept') })).toBeVisible({
    timeout: 120_000,
  })
}

const difference = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0)

type SavedLayer = { kind: string; source?: { generation_id: string } }

/** The layers of the open canvas as they are saved, the lowest first. */
const savedLayers = (page: Page) =>
  page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const { document } = await (await fetch(`/api/canvas/documents/${id}`)).json()
    return (document.layers as SavedLayer[]).map(({ kind, source }) => ({
      kind,
      source,
    }))
  })

/** Opens a result from the history on a canvas. */
async function openResult(
  open: (path: string) => Promise<unknown>,
  { page, text, id, press }: { page: Page; text: Text; id: string; press: 'tap' | 'click' },
): Promise<void> {
  await open(`/creator/history/image?record=${id}`)
  await page.getByRole('button', { name: text('work_use'), exact: true })[press]()
  await page.getByRole('button', { name: text('canvas_open_result'), exact: true })[press]()
  await expect(page).toHaveURL(/\/canvas\/[0-9a-f-]{36}$/)
}

test('an object of a result is removed, by keys but for the brush', async ({
  page,
  enter,
  text,
}) => {
  const document = { width: 1024, height: 1024 }
  await enter('/creator/image/text-to-image', { credits: 1000 })
  const id = await jobs.images(page, { num_images: 1, image_size: 'square_hd', prompt: 'A hill' })
  await completed(page, id)
  await show(page, text('stage_strip'), 'A hill')
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /open-result/.test(name)),
    )
  await page.getByRole('button', { name: text('work_use'), exact: true }).press('Enter')
  const entry = page.getByRole('button', { name: text('canvas_open_result'), exact: true })
  await expect(entry).toBeVisible()
  await expectAccessible(page)
  expect(await loaded()).toEqual([])
  await entry.press('Enter')
  await expect(page).toHaveURL(/\/canvas\/[0-9a-f-]{36}$/)
  expect(await loaded()).toHaveLength(1)
  await expect(stageOf(page, text, document.width, document.height)).toBeVisible()
  await expect.poll(async () => (await colorAt(page, document, [0.5, 0.5]))[3]).toBe(255)
  const source = { generation_id: id, media_position: 1 }
  expect(await savedLayers(page)).toEqual([{ kind: 'image', source }])

  const [inside, outside] = [[0.5, 0.6] as const, [0.2, 0.2] as const]
  const before = [await colorAt(page, document, inside), await colorAt(page, document, outside)]
  await page.getByRole('button', { name: text('canvas_mask'), exact: true }).press('Enter')
  for (let times = 0; times < 4; times++) await page.keyboard.press(']')
  await page.keyboard.press('b')
  await drag(page, document, [0.4, 0.6], [0.6, 0.6])
  await page.keyboard.press('Control+z')
  await expect.poll(() => colorAt(page, document, inside)).toEqual(before[0])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => colorAt(page, document, inside)).not.toEqual(before[0])
  const together = page.getByText(text('canvas_masks_together'))
  await expect(together).toHaveCount(0)
  await page.getByRole('button', { name: text('canvas_mask'), exact: true }).press('Enter')
  await expect(together).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(together).toHaveCount(0)

  await generate(page, text, {
    ...{ model: 'FLUX.1 Fill pro', prompt: 'bare sand', credits: '100', byKey: true },
  })
  await page.getByRole('button', { name: text('canvas_accept') }).press('Enter')
  const result = page.getByRole('button', { name: text('canvas_result', { at: 1 }), exact: true })
  await expect(result).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: text('canvas_hide', { name: text('canvas_mask') }) })
    .press('Enter')
  await expect
    .poll(async () => difference(await colorAt(page, document, inside), before[0] ?? []))
    .toBeGreaterThan(12)
  expect(await colorAt(page, document, outside)).toEqual(before[1])
  await expect
    .poll(async () => (await savedLayers(page)).map(({ kind }) => kind))
    .toEqual(['image', 'image', 'mask'])
})

test.describe('in German', () => {
  test.use({ language: 'de' })
  test('an image is extended to 16:9', async ({ page, enter, text }) => {
    const document = { width: 1920, height: 1080 }
    await enter('/canvas', { credits: 1000 })
    await page.getByLabel(text('canvas_new_size')).selectOption({ label: '1920 × 1080' })
    await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
    await expect(stageOf(page, text, document.width, document.height)).toBeVisible()
    // The toolbar has no settings of the brush now, which makes the stage higher.
    await page.getByRole('button', { name: new RegExp(`^${text('canvas_frame')} `) }).click()
    await page.getByRole('button', { name: text('canvas_fit'), exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(mediaPath('photo.png'))
    // 300 × 400 pixels in the middle.
    await expect.poll(async () => (await colorAt(page, document, [0.5, 0.5]))[3]).toBe(255)
    expect((await colorAt(page, document, [0.3, 0.5]))[3]).toBe(0)
    const kept = await colorAt(page, document, [0.5, 0.5])

    // The frame becomes 960 × 540 around it.
    await drag(page, document, [0, 0], [0.25, 0.25])
    await drag(page, document, [1, 1], [0.75, 0.75])
    const asked = page.waitForRequest('**/api/image-editor/create')
    await generate(page, text, {
      ...{ model: 'FLUX.1 Fill pro', prompt: 'eine weite Landschaft', credits: '100' },
    })
    const { image_url, mask_image_url } = (await asked).postDataJSON()
    expect([image_url, mask_image_url]).toEqual([
      expect.stringMatching(/^\/|^http/),
      expect.stringMatching(/^\/|^http/),
    ])
    await page.getByRole('button', { name: text('canvas_accept') }).click()
    await expect(
      page.getByRole('button', { name: text('canvas_result', { at: 1 }), exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
    // What was empty in the frame is filled; beyond it all is empty, and the image is as it was.
    for (const at of [
      [0.3, 0.3],
      [0.7, 0.7],
      [0.3, 0.5],
    ] as const)
      await expect.poll(async () => (await colorAt(page, document, at))[3]).toBe(255)
    for (const at of [
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
    ] as const)
      expect((await colorAt(page, document, at))[3]).toBe(0)
    expect(await colorAt(page, document, [0.5, 0.5])).toEqual(kept)
  })
})

test.describe('on a phone in Chinese', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })
  test('a sketch becomes an image', async ({ page, enter, text }) => {
    const document = { width: 1024, height: 1024 }
    await enter('/canvas', { credits: 200 })
    await page.getByRole('button', { name: text('canvas_new'), exact: true }).tap()
    await expect(stageOf(page, text, document.width, document.height)).toBeVisible()
    await page.getByRole('button', { name: text('canvas_drawing'), exact: true }).tap()
    await swipe(page, document, [0.2, 0.7], [0.5, 0.3], [0.8, 0.7])
    await swipe(page, document, [0.2, 0.7], [0.5, 0.7], [0.8, 0.7])
    const line = [244, 241, 234, 255]
    await expect.poll(() => colorAt(page, document, [0.5, 0.7])).toEqual(line)
    const empty = await colorAt(page, document, [0.1, 0.1])
    expect(empty[3]).toBe(0)
    await generate(page, text, {
      ...{ model: 'Nano Banana', prompt: '雪中的小屋', credits: '10' },
    })
    await page.getByRole('button', { name: text('canvas_accept') }).tap()
    await expect(
      page.getByRole('button', { name: text('canvas_result', { at: 1 }), exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => (await colorAt(page, document, [0.1, 0.1]))[3]).toBe(255)
    await expect(page.getByText(text('canvas_saved'), { exact: true })).toBeVisible()
  })

  test('a result is opened on a canvas from the history', async ({ page, enter, open, text }) => {
    await enter('/creator/image/text-to-image', { credits: 200 })
    const id = await jobs.images(page)
    await completed(page, id)
    await openResult(open, { page, text, id, press: 'tap' })
    await expect(stageOf(page, text, 512, 512)).toBeVisible()
    const source = { generation_id: id, media_position: 1 }
    expect(await savedLayers(page)).toEqual([{ kind: 'image', source }])
    await expectAccessible(page)
  })
})

test('a result beyond the edge makes the document larger', async ({ page, enter, text }) => {
  const document = { width: 300, height: 400 }
  await enter('/canvas', { credits: 1000 })
  await page.locator('input[type=file]').setInputFiles(mediaPath('photo.png'))
  await expect(stageOf(page, text, document.width, document.height)).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${text('canvas_frame')} `) }).click()
  await page.getByRole('button', { name: text('canvas_fit'), exact: true }).click()
  await expect.poll(async () => (await colorAt(page, document, [0.5, 0.5]))[3]).toBe(255)
  await drag(page, document, [1, 0.5], [1.5, 0.5])
  await generate(page, text, {
    ...{ model: 'FLUX.1 Fill pro', prompt: 'a wide meadow', credits: '100' },
  })
  await page.getByRole('button', { name: text('canvas_accept') }).click()
  const larger = { width: 450, height: 400 }
  await expect(stageOf(page, text, larger.width, larger.height)).toBeVisible()
  await page.getByRole('button', { name: text('canvas_fit'), exact: true }).click()
  await expect.poll(async () => (await colorAt(page, larger, [0.9, 0.5]))[3]).toBe(255)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(stageOf(page, text, document.width, document.height)).toBeVisible()
})

test('images of the history become layers, chosen or dropped', async ({ page, enter, text }) => {
  await enter('/canvas', { credits: 1000 })
  const id = await jobs.images(page, { num_images: 2, prompt: 'A hill\nin the fog' })
  await completed(page, id)
  await page.getByRole('button', { name: text('canvas_new'), exact: true }).click()
  await expect(canvasIn(page)).toBeVisible()
  await page.getByRole('button', { name: text('canvas_from_history'), exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: text('canvas_from_history') })
  const results = dialog.getByRole('button', {
    name: text('canvas_from_history_use', { title: 'A hill in the fog' }),
  })
  await expect(results).toHaveCount(2)
  await expectAccessible(page)
  await results.nth(1).press('Enter')
  await expect(dialog).toBeHidden()
  const layers = page.getByRole('button', { name: 'A hill in the fog', exact: true })
  await expect(layers).toHaveCount(1)

  const dataTransfer = await page.evaluateHandle((record) => {
    const data = new DataTransfer()
    data.setData('application/x-atelier-record', record)
    return data
  }, id)
  const [clientX, clientY] = (await placesOf(page, { width: 1024, height: 1024 }, [0.5, 0.5]))
    .window
  await canvasIn(page).dispatchEvent('drop', { dataTransfer, clientX, clientY })
  await expect(layers).toHaveCount(3)
  const sources = [2, 1, 2].map((media_position) => ({
    kind: 'image',
    source: { generation_id: id, media_position },
  }))
  await expect.poll(() => savedLayers(page)).toEqual(sources)
})

test('a pasted image is harmonised with a result', async ({ page, enter, open, text }) => {
  const document = { width: 1024, height: 1024 }
  await enter('/creator/image/text-to-image', { credits: 1000 })
  const id = await jobs.images(page, { num_images: 1, image_size: 'square_hd', prompt: 'A beach' })
  await completed(page, id)
  await openResult(open, { page, text, id, press: 'click' })
  await expect.poll(async () => (await colorAt(page, document, [0.5, 0.5]))[3]).toBe(255)
  const [left, right] = [[0.27, 0.5] as const, [0.66, 0.5] as const]
  const before = [await colorAt(page, document, left), await colorAt(page, document, right)]

  // 300 × 400 pixels in the middle; then 375 × 500, and further to the left.
  await paste(page, 'photo.png')
  await expect(page.getByRole('button', { name: 'photo', exact: true })).toBeVisible()
  await page.keyboard.press('v')
  await page.keyboard.press('0')
  await drag(page, document, [662 / 1024, 712 / 1024], [737 / 1024, 812 / 1024])
  await expect.poll(() => colorAt(page, document, right)).not.toEqual(before[1])
  await drag(page, document, [0.5, 0.5], [0.4, 0.5])
  await expect.poll(() => colorAt(page, document, right)).toEqual(before[1])
  await expect.poll(() => colorAt(page, document, left)).not.toEqual(before[0])
  const pasted = await shownOn(canvasIn(page))

  await page.getByRole('button', { name: text('canvas_mask'), exact: true }).click()
  await page.keyboard.press('b')
  const [from, to] = [[0.254, 0.305] as const, [0.62, 0.793] as const]
  const edge = [from[0], 0.55] as const
  const unmasked = await colorAt(page, document, edge)
  await drag(page, document, from, [to[0], from[1]], to, [from[0], to[1]], from)
  await expect.poll(() => colorAt(page, document, edge)).not.toEqual(unmasked)
  const masked = await colorAt(page, document, edge)
  await generate(page, text, {
    ...{ model: 'FLUX.1 Fill pro', prompt: 'in the light of the beach', credits: '100' },
  })
  const compare = page.getByRole('button', { name: text('canvas_before'), exact: true })
  await compare.click()
  await expect.poll(() => colorAt(page, document, edge)).toEqual(masked)
  await compare.click()
  await expect.poll(() => colorAt(page, document, edge)).not.toEqual(masked)
  await page.getByRole('button', { name: text('canvas_accept') }).click()
  const hide = text('canvas_hide', { name: text('canvas_mask') })
  await page.getByRole('button', { name: hide }).click()

  // 38 pixels: the radius of the brush (20), the mask grown (4) and feathered (12), and rounding.
  const pixelOf = async (at: Place) => (await placesOf(page, document, at)).pixel
  const width = (await pixelOf([1, 0]))[0] - (await pixelOf([0, 0]))[0]
  const ring = { from: await pixelOf(from), to: await pixelOf(to), reach: (width * 38) / 1024 }
  const changes = async () => changesAround(pasted, await shownOn(canvasIn(page)), ring)
  await expect.poll(changes).toEqual({ near: expect.any(Number), beyond: 0 })
  expect((await changes()).near).toBeGreaterThan(1_000)

  await expect.poll(async () => (await savedLayers(page)).length).toBe(4)
  const [first, , made] = (await savedLayers(page)).map(({ source }) => source?.generation_id)
  expect(first).toBe(id)
  const path = `/api/generations/${made}`
  const record = await page.evaluate(async (at) => (await fetch(at)).json(), path)
  expect(record).toMatchObject({ model: fill, parent_id: id })
})
