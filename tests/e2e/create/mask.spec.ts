import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

const fill = 'flux-pro-v1-fill'
const models = mkdtempSync(path.join(tmpdir(), 'atelier-fill-model-'))
copyFileSync(`src/core/models/ready/${fill}.json`, path.join(models, `${fill}.json`))

test.use({ environment: { MODELS_DIR: models, MOCK_DELAY_MS: '0' } })
test.describe.configure({ mode: 'default' })

test('a mask is painted on an image, and only what it covers is repainted', async ({
  page,
  text,
  enter,
}) => {
  await enter(`/creator/ai-image-editor?model=${fill}&prompt=a+red+door`)
  await expect(page.getByText(text('inputs_mask_no_image'))).toBeVisible()
  const chooser = page
    .getByLabel(new RegExp(`^${text('field_image')}`))
    .and(page.locator('[type=file]'))
  await chooser.setInputFiles(mediaPath('photo.png'))
  await page.getByRole('button', { name: text('inputs_mask_paint') }).click()
  const canvas = page.getByRole('img', { name: text('inputs_mask_canvas') })
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nothing to paint on')
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.7, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: text('inputs_mask_use') }).click()
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'mask.png' })).first(),
  ).toBeVisible()
  await expectAccessible(page)

  const asked = page.waitForRequest('**/api/image-editor/create')
  await page.getByRole('button', { name: text('create_submit_edit', { credits: 100 }) }).click()
  const request = await asked
  expect((await request.response())?.status()).toBe(200)
  const result = page.getByRole('img', { name: 'a red door' })
  await expect(result).toBeVisible()
  const differences = await result.evaluate(
    async (shown: HTMLImageElement, source) => {
      const load = async (address: string) => {
        const image = new Image()
        image.src = address
        await image.decode()
        const canvas = new OffscreenCanvas(100, 100)
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0, 100, 100)
        return context?.getImageData(0, 0, 100, 100).data ?? []
      }
      const [after, before] = [await load(shown.src), await load(source)]
      const at = (x: number, y: number) => {
        const index = (y * 100 + x) * 4
        return [0, 1, 2].reduce(
          (sum, part) => sum + Math.abs((after[index + part] ?? 0) - (before[index + part] ?? 0)),
          0,
        )
      }
      const average = (left: number) => {
        let sum = 0
        for (let x = left; x < left + 8; x += 1) for (let y = 48; y < 52; y += 1) sum += at(x, y)
        return sum / 32
      }
      return { kept: average(10), painted: average(71) }
    },
    (request.postDataJSON() as { image_url: string }).image_url,
  )
  expect(differences.kept).toBeLessThan(12)
  expect(differences.painted).toBeGreaterThan(24)
})

test('an image is extended beyond its edge, and the mask covers what is new', async ({
  page,
  text,
  enter,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await enter(`/creator/ai-image-editor?model=${fill}&prompt=more+sky`)
  const blue = { r: 0, g: 0, b: 255 }
  const buffer = await sharp({ create: { width: 400, height: 200, channels: 3, background: blue } })
    .png()
    .toBuffer()
  await page
    .getByLabel(new RegExp(`^${text('field_image')}`))
    .and(page.locator('[type=file]'))
    .setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer })
  const open = page.getByRole('button', {
    name: text('inputs_crop_open_extend', { field: text('field_image') }),
  })
  await open.click()
  const dialog = page.getByRole('dialog', { name: text('inputs_crop_title_extend') })
  const size = (width: number, height: number) =>
    dialog.getByText(text('inputs_crop_size', { width, height }))
  await expect(size(400, 200)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: text('inputs_crop_handle_right'), exact: true }).hover()
  await page.mouse.down()
  await page.mouse.move(720, 225, { steps: 5 })
  await page.mouse.up()
  await expect(size(600, 200)).toBeVisible()
  const top = dialog.getByRole('button', { name: text('inputs_crop_handle_top'), exact: true })
  await top.press('Shift+ArrowUp')
  await expect(size(600, 280)).toBeVisible()
  await dialog.getByRole('button', { name: text('inputs_crop_use') }).click()
  for (const file of ['sea-edited.png', 'mask.png'])
    await expect(page.getByText(text('inputs_file_uploaded', { file })).first()).toBeVisible()

  const asked = page.waitForRequest('**/api/image-editor/create')
  await page.getByRole('button', { name: text('create_submit_edit', { credits: 100 }) }).click()
  const request = await asked
  expect((await request.response())?.status()).toBe(200)
  const sent = request.postDataJSON() as { image_url: string; mask_image_url: string }
  const pixels = (address: string) =>
    page.evaluate(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const at = (x: number, y: number) =>
        [...(context?.getImageData(x, y, 1, 1).data ?? [])].join()
      // Above the image, right of it, in its middle, and at its right edge, which is painted, too.
      return [at(200, 40), at(500, 180), at(200, 180), at(398, 180)]
    }, address)
  const [white, black, grey, sea] = [
    '255,255,255,255',
    '0,0,0,255',
    '128,128,128,255',
    '0,0,255,255',
  ]
  expect(await pixels(sent.mask_image_url)).toEqual([white, white, black, white])
  expect(await pixels(sent.image_url)).toEqual([grey, grey, sea, sea])
})

test('a mask of another size than its image is pointed out, and refused without a charge', async ({
  page,
  text,
  enter,
}) => {
  await page.setViewportSize(sizes.phone)
  await enter(`/creator/ai-image-editor?model=${fill}&prompt=a+red+door`)
  const choose = (field: string, file: string) =>
    page
      .getByLabel(new RegExp(`^${text(field)}`))
      .and(page.locator('[type=file]'))
      .setInputFiles(mediaPath(file))
  await choose('field_image', 'photo.jpg')
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'photo.jpg' })).first(),
  ).toBeVisible()
  await page.locator('[data-slot=mask_image_url] [type=file]').setInputFiles(mediaPath('photo.png'))
  await expect(
    page.getByText(text('inputs_mask_other_size', { width: 1200, height: 1600 })),
  ).toBeVisible()
  const asked = page.waitForRequest('**/api/image-editor/create')
  await page.getByRole('button', { name: text('create_submit_edit', { credits: 100 }) }).click()
  const answer = await (await asked).response()
  expect(answer?.status()).toBe(400)
  expect(await answer?.json()).toMatchObject({
    fields: [{ field: 'mask_image_url', problem: 'other_size' }],
  })
})
