import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'

const editor = '/creator/ai-image-editor'
const colors = { red: '#ff0000', green: '#00ff00', blue: '#0000ff', white: '#ffffff' }

/** An image of 400 × 200 pixels in four colours, from the upper left on; the last may be missing. */
function quarters(isOpaque: boolean) {
  const { red, green, blue, white } = colors
  const part = (background: string, left: number, top: number) => ({
    input: { create: { width: 200, height: 100, channels: 3 as const, background } },
    ...{ left, top },
  })
  return sharp({
    create: { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  }).composite([
    part(red, 0, 0),
    part(green, 200, 0),
    part(blue, 0, 100),
    ...(isOpaque ? [part(white, 200, 100)] : []),
  ])
}

async function give(
  page: Page,
  text: Text,
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  await page
    .getByLabel(new RegExp(`^${text('field_image')}`))
    .and(page.locator('[type=file]'))
    .setInputFiles(file)
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: file.name })).first(),
  ).toBeVisible()
}

const shownImage = (page: Page, text: Text) =>
  page.getByRole('img', { name: text('inputs_image_alt', { field: text('field_image') }) })

/** Size and the middle pixel of each quarter of an image, from the upper left on, as `r,g,b,a`. */
const readQuarters = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const { naturalWidth: width, naturalHeight: height } = element
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(element, 0, 0)
    const at = (x: number, y: number) =>
      [...(context?.getImageData(width * x, height * y, 1, 1).data ?? [])]
        .map((value) => Math.round(value / 16) * 16)
        .join()
    return {
      size: `${width}x${height}`,
      quarters: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)],
    }
  })

const [red, green, blue, clear] = ['256,0,0,256', '0,256,0,256', '0,0,256,256', '0,0,0,0']
const white = '256,256,256,256'

test('a transparent image is turned and cropped, and its original restored', async ({
  page,
  text,
  enter,
}) => {
  await enter(editor)
  const buffer = await quarters(false).png().toBuffer()
  await give(page, text, { name: 'quarters.png', mimeType: 'image/png', buffer })
  const open = page.getByRole('button', {
    name: text('inputs_crop_open', { field: text('field_image') }),
  })
  await open.click()
  const dialog = page.getByRole('dialog', { name: text('inputs_crop_title') })
  const size = (width: number, height: number) =>
    dialog.getByText(text('inputs_crop_size', { width, height }), { exact: true })
  await expect(size(400, 200)).toBeVisible()
  await dialog.getByRole('button', { name: text('inputs_crop_turn_right') }).click()
  await expect(size(200, 400)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: text('inputs_crop_handle_right'), exact: true }).hover()
  await page.mouse.down()
  await page.mouse.move(0, 300)
  await page.mouse.up()
  await expect(size(32, 400)).toBeVisible()
  await dialog.getByRole('combobox', { name: text('inputs_crop_ratio') }).selectOption('original')
  await expect(size(200, 400)).toBeVisible()
  await dialog.getByRole('combobox', { name: text('inputs_crop_ratio') }).selectOption('free')
  const top = dialog.getByRole('button', { name: text('inputs_crop_handle_top'), exact: true })
  for (let count = 0; count < 5; count += 1) await top.press('Shift+ArrowDown')
  await expect(size(200, 200)).toBeVisible()
  await dialog.getByRole('button', { name: text('inputs_crop_use') }).click()

  const done = text('inputs_file_uploaded', { file: 'quarters-edited.png' })
  await expect(page.getByText(done).first()).toBeVisible()
  // The lower half of what was shown: the missing quarter and the green one.
  expect(await readQuarters(shownImage(page, text))).toEqual({
    size: '200x200',
    quarters: [clear, green, clear, green],
  })

  await open.click()
  await expect(size(200, 200)).toBeVisible()
  await dialog.getByRole('button', { name: text('inputs_crop_restore') }).click()
  await expect(page.locator('figcaption').getByText('400 × 200')).toBeVisible()
  expect((await readQuarters(shownImage(page, text))).quarters).toEqual([red, green, blue, clear])
})

test('a photo is cropped as its camera turned it, also on a phone', async ({
  page,
  text,
  enter,
}) => {
  await page.setViewportSize(sizes.phone)
  await enter(editor)
  const buffer = await quarters(true)
    .flatten()
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await give(page, text, { name: 'camera.jpg', mimeType: 'image/jpeg', buffer })
  await page
    .getByRole('button', { name: text('inputs_crop_open', { field: text('field_image') }) })
    .click()
  const dialog = page.getByRole('dialog', { name: text('inputs_crop_title') })
  await dialog.getByRole('button', { name: text('inputs_crop_flip_horizontally') }).click()
  const use = dialog.getByRole('button', { name: text('inputs_crop_use') })
  const cancel = dialog.getByRole('button', { name: text('inputs_mask_cancel') })
  expect((await cancel.boundingBox())?.y, 'one row of buttons').toBe((await use.boundingBox())?.y)
  await use.click()
  const done = text('inputs_file_uploaded', { file: 'camera-edited.jpg' })
  await expect(page.getByText(done).first()).toBeVisible()
  expect(await readQuarters(shownImage(page, text))).toEqual({
    size: '200x400',
    quarters: [red, blue, green, white],
  })
})

test('one image of several is cropped in its place', async ({ page, text, enter }) => {
  await enter('/creator/video/vace?task=general')
  await page
    .getByLabel(new RegExp(`^${text('field_ref_images')}`))
    .and(page.locator('[type=file]'))
    .setInputFiles([mediaPath('photo.jpg'), mediaPath('photo.png')])
  const image = (position: number) =>
    page.getByRole('img', { name: text('inputs_item', { position }), exact: true })
  const widthOf = (position: number) =>
    image(position).evaluate((element: HTMLImageElement) => element.naturalWidth)
  await expect(image(2)).toBeVisible()
  await page
    .getByRole('button', {
      name: text('inputs_crop_open', { field: text('inputs_item', { position: 1 }) }),
    })
    .click()
  const dialog = page.getByRole('dialog', { name: text('inputs_crop_title') })
  await dialog.getByRole('button', { name: text('inputs_crop_turn_left') }).click()
  await dialog.getByRole('button', { name: text('inputs_crop_use') }).click()
  await expect.poll(() => widthOf(1)).toBe(1600)
  expect(await widthOf(2)).toBe(300)
  await expect(image(3)).toHaveCount(0)
})
