import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { environments } from '../environments.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

test.use({ environment: environments.privateAddresses })

/** A file has to be sent, looked at and stored before this holds. */

const editor = '/creator/ai-image-editor'
const audio = '/creator/video-to-audio'
const frames = '/creator/video/first-to-last-frame'
const vace = '/creator/video/vace?task=inpainting'
const rich = { credits: 5_000 }

/** The place where a file of a field is chosen; a screen reader says the field's name first. */
const chooser = (page: Page, field: string) =>
  page.getByLabel(new RegExp(`^${field}`)).and(page.locator('[type=file]'))

/**
 * Files as a person drags or pastes them: browsers let no test do it, so the events are made in the
 * page.
 */
async function bring(
  page: Page,
  how: 'dragover' | 'drop' | 'paste',
  names: string[],
  onto = 'body',
) {
  const files = names.map((name) => ({
    name,
    type: typeOf(name),
    bytes: readFileSync(mediaPath(name)).toString('base64'),
  }))
  await page
    .locator(onto)
    .first()
    .evaluate(
      (element, { how, files }) => {
        const data = new DataTransfer()
        for (const { name, type, bytes } of files) {
          data.items.add(
            new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, {
              type,
            }),
          )
        }
        const options = { bubbles: true, cancelable: true }
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent(how, { ...options, dataTransfer: data })
        element.dispatchEvent(event)
      },
      { how, files },
    )
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
}
const typeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? ''

const bodyOf = (request: Request) => request.postDataJSON() as Record<string, unknown>

test('an image is seen at once, sent, and its address goes with the work', {
  tag: '@smoke',
}, async ({ page, text, enter }) => {
  await enter(`${editor}?prompt=make+it+night`, rich)
  await chooser(page, text('field_image')).setInputFiles(mediaPath('photo.jpg'))
  const image = page.getByRole('img', {
    name: text('inputs_image_alt', { field: text('field_image') }),
  })
  await expect(image).toBeVisible()
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'photo.jpg' })).first(),
  ).toBeVisible()
  await expect(page.getByText('1200 × 1600')).toBeVisible()
  await expect(page.getByText(text('source_image_ratio', { ratio: '3:4' }))).toBeVisible()
  await page.getByRole('button', { name: text('source_follow_ratio') }).click()
  await expect(page.getByRole('radio', { name: /3:4/ })).toBeChecked()
  await expect(page.getByRole('button', { name: text('source_follow_ratio') })).toHaveCount(0)

  const asked = page.waitForRequest('**/api/image-editor/create')
  await page.getByRole('button', { name: text('create_submit_edit', { credits: 10 }) }).click()
  const request = await asked
  expect(bodyOf(request).image_url).toMatch(/^\/media\/[-0-9a-f]{36}\/[-0-9a-f]{36}\/[^/]+$/)
  expect((await request.response())?.status()).toBe(200)
})

test('an upload shows how far it is, holds the button back, and can be cancelled', async ({
  page,
  text,
  enter,
}) => {
  await enter(audio, rich)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/upload-video*', async (route) => {
    await held.promise
    await route.abort().catch(() => undefined)
  })
  await chooser(page, text('field_video')).setInputFiles(mediaPath('clip.mp4'))
  const progress = page.getByRole('progressbar', {
    name: text('inputs_progress', { file: 'clip.mp4' }),
  })
  await expect(progress).toBeVisible()
  await page
    .getByRole('button', { name: text('create_submit_audio', { credits: 50 }) })
    .press('Enter')
  await expect(page.getByText(text('create_wait_for_upload'))).toHaveCount(2)

  await page
    .getByRole('button', { name: text('inputs_cancel', { field: text('field_video') }) })
    .click()
  await expect(progress).toHaveCount(0)
  await expect(page.getByText(text('inputs_choose_moving'))).toBeVisible()
  held.resolve()
})

test('after a cut line the file is still there and goes the second time', async ({
  page,
  text,
  enter,
}) => {
  await enter(audio, rich)
  await page.route('**/api/upload-video*', (route) => route.abort('connectionreset'))
  await chooser(page, text('field_video')).setInputFiles(mediaPath('clip.mp4'))
  await expect(page.getByText(text('inputs_failed_line'))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: text('create_submit_audio', { credits: 50 }) }).click()
  await expect(page.getByText(text('inputs_wait_failed')).first()).toBeVisible()

  await page.unroute('**/api/upload-video*')
  await page.getByRole('button', { name: text('inputs_retry') }).click()
  await expect(page.getByText(text('inputs_video_uploaded')).first()).toBeVisible()
  await expect(page.getByText('640 × 360')).toBeVisible()
})

test('what a slot does not take is refused with words and never sent', async ({
  page,
  text,
  enter,
}) => {
  await enter(audio, rich)
  let sent = 0
  await page.route('**/api/upload-*', (route) => {
    sent += 1
    return route.continue()
  })
  await chooser(page, text('field_video')).setInputFiles(mediaPath('photo.jpg'))
  const formats = 'MP4, MOV, WebM, M4V, GIF'
  await expect(
    page.getByText(text('inputs_wrong_moving', { file: 'photo.jpg', formats })),
  ).toBeVisible()

  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-'))
  const large = path.join(folder, 'large.mp4')
  writeFileSync(large, '')
  truncateSync(large, 52_428_801)
  await chooser(page, text('field_video')).setInputFiles(large)
  await expect(
    page.getByText(
      text('inputs_too_large', { file: 'large.mp4', megabytes: 50, bytes: '52,428,800' }),
    ),
  ).toBeVisible()
  rmSync(folder, { recursive: true })
  expect(sent).toBe(0)
})

test('a file that the server rejects gives way to another one', async ({ page, text, enter }) => {
  await enter(audio, rich)
  await chooser(page, text('field_video')).setInputFiles(mediaPath('too-long.mp4'))
  const another = page.getByText(text('inputs_choose_another'))
  await expect(another).toBeVisible()
  await expect(page.getByRole('button', { name: text('inputs_retry') })).toHaveCount(0)
  const chosen = page.waitForEvent('filechooser')
  await another.click()
  await (await chosen).setFiles(mediaPath('clip.mp4'))
  await expect(page.getByText(text('inputs_video_uploaded')).first()).toBeVisible()
  await expect(another).toHaveCount(0)
})

test('files that are dropped or pasted anywhere go where they fit', async ({
  page,
  text,
  enter,
}) => {
  await enter(frames, rich)
  const [start, end] = [text('field_start_image'), text('field_end_image')]
  const seen = (field: string) =>
    page.getByRole('img', { name: text('inputs_image_alt', { field }) })

  await bring(page, 'dragover', ['photo.jpg'])
  await expect(page.getByText(text('inputs_landing', { field: start }))).toBeVisible()
  await bring(page, 'dragover', ['clip.mp4'])
  const refused = page.getByText(
    text('inputs_landing_wrong', { accepted: text('inputs_accepts_images') }),
  )
  await expect(refused).toBeVisible()
  await bring(page, 'drop', ['photo.jpg'])
  await expect(refused).toHaveCount(0)
  await expect(seen(start)).toBeVisible()
  await expect(seen(end)).toHaveCount(0)

  await bring(page, 'paste', ['photo.png'], 'textarea')
  await expect(seen(end)).toBeVisible()
  await bring(page, 'drop', ['photo.jpg'])
  await expect(page.getByText(text('inputs_landing_full')).first()).toBeVisible()

  const sizeOf = (field: string) =>
    seen(field).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(() => sizeOf(start)).toBe(1200)
  await page.getByRole('button', { name: text('inputs_swap') }).click()
  await expect.poll(() => sizeOf(start)).toBe(300)
  await expect.poll(() => sizeOf(end)).toBe(1200)
})

test('frames that are swapped take a file along that is still being sent', async ({
  page,
  text,
  enter,
}) => {
  await enter(frames, rich)
  const [start, end] = [text('field_start_image'), text('field_end_image')]
  await chooser(page, start).setInputFiles(mediaPath('photo.jpg'))
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'photo.jpg' })).first(),
  ).toBeVisible()

  const sent = Promise.withResolvers<void>()
  await page.route('**/api/upload-image*', async (route) => {
    await sent.promise
    await route.continue()
  })
  await chooser(page, end).setInputFiles(mediaPath('photo.png'))
  await expect(
    page.getByRole('progressbar', { name: text('inputs_progress', { file: 'photo.png' }) }),
  ).toBeVisible()
  await page.getByRole('button', { name: text('inputs_swap') }).click()
  const widthOf = (field: string) =>
    page
      .getByRole('img', { name: text('inputs_image_alt', { field }) })
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(() => widthOf(end)).toBe(1200)
  sent.resolve()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect.poll(() => widthOf(start)).toBe(300)
  expect(await widthOf(end)).toBe(1200)
})

test('text that is pasted stays text, whatever else the clipboard holds', async ({
  page,
  text,
  enter,
}) => {
  await enter(editor, rich)
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.focus()
  const isFree = await prompt.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'a fox')
    data.items.add(new File(['x'], 'table.png', { type: 'image/png' }))
    return element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
    )
  })
  expect(isFree).toBe(true)
  await expect(page.getByText(text('inputs_choose_image'), { exact: true })).toBeVisible()
})

test('reference images are taken up to five, ordered by keyboard, and survive a reload', async ({
  page,
  text,
  enter,
}) => {
  await enter(vace, rich)
  const six = ['photo.jpg', 'photo.png', 'photo.jpg', 'photo.jpg', 'photo.jpg', 'photo.jpg']
  await chooser(page, text('field_ref_images')).setInputFiles(six.map(mediaPath))
  await expect(page.getByText(text('inputs_count', { count: 5, max: 5 }))).toBeVisible()
  const item = (position: number) =>
    page.getByRole('img', { name: text('inputs_item', { position }), exact: true })
  await expect(item(5)).toBeVisible()

  await page.getByRole('button', { name: text('inputs_item_later', { position: 1 }) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(text('inputs_item_moved', { from: 1, to: 2 }))).toBeAttached()
  await expect(
    page.getByRole('button', { name: text('inputs_item_later', { position: 2 }) }),
  ).toBeFocused()
  const widthOf = (position: number) =>
    item(position).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(() => widthOf(1)).toBe(300)

  await page.getByRole('button', { name: text('inputs_item_remove', { position: 5 }) }).click()
  await page.reload()
  await expect(item(4)).toBeVisible()
  await expect.poll(() => widthOf(1)).toBe(300)
  await expect(item(1)).toHaveAttribute('src', /^\/media\//)
})

test('more images than there is room for are left out with a note', async ({
  page,
  text,
  enter,
}) => {
  await enter(vace, rich)
  await expect(page.getByText(text('inputs_mask_no_source'))).toBeVisible()
  await page.route('**/api/upload-*', () => undefined)
  await bring(
    page,
    'drop',
    Array.from({ length: 6 }, () => 'photo.png'),
  )
  await expect(page.getByText(text('inputs_left_out', { count: 1, max: 5 }))).toBeVisible()
})

test('a mask is painted on the video and goes with the work', async ({ page, text, enter }) => {
  await enter(`${vace}&prompt=snow`, rich)
  await expect(page.getByText(text('inputs_mask_no_source'))).toBeVisible()
  await chooser(page, text('field_video')).setInputFiles(mediaPath('clip.mp4'))
  await expect(page.getByText('640 × 360')).toBeVisible()
  await page.getByRole('button', { name: text('inputs_mask_paint') }).click()

  const canvas = page.getByRole('img', { name: text('inputs_mask_canvas') })
  const use = page.getByRole('button', { name: text('inputs_mask_use') })
  await expect(use).toHaveAttribute('aria-disabled', 'true')
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nothing to paint on')
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(use).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Control+z')
  await expect(page.getByText(text('inputs_mask_empty'))).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText(text('inputs_mask_empty'))).toHaveCount(0)
  await expectAccessible(page)

  const sent = page.waitForRequest('**/api/upload-image-wan-i2v')
  await use.click()
  await sent
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'mask.png' })).first(),
  ).toBeVisible()
  const mask = page.getByRole('img', {
    name: text('inputs_image_alt', { field: text('field_mask_image') }),
  })
  expect(await shadesOf(page, (await mask.getAttribute('src')) ?? '')).toEqual({
    width: 640,
    shades: ['0', '255'],
  })

  const asked = page.waitForRequest('**/api/wan/createVideo')
  await page.getByRole('button', { name: text('create_submit_video', { credits: 400 }) }).click()
  expect(bodyOf(await asked)).toMatchObject({
    video_url: expect.stringMatching(/^\/media\//),
    mask_image_url: expect.stringMatching(/^\/media\//),
  })
})

/** The width of an image and the different shades in it. */
function shadesOf(page: Page, address: string) {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return { width: image.naturalWidth, shades: [...new Set([...pixels].map(String))].sort() }
  }, address)
}

test('a mask is painted with a finger on a phone', async ({ page, text, enter }) => {
  await page.setViewportSize(sizes.phone)
  await enter(vace, rich)
  await chooser(page, text('field_video')).setInputFiles(mediaPath('clip.mp4'))
  await expect(page.getByText('640 × 360')).toBeVisible()
  await page.getByRole('button', { name: text('inputs_mask_paint') }).click()
  const canvas = page.getByRole('img', { name: text('inputs_mask_canvas') })
  await expect(canvas).toBeVisible()
  await canvas.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const touch = { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true, button: 0 }
    // The pointer is made up, so there is none to capture.
    element.setPointerCapture = () => undefined
    const at = (share: number) => ({
      ...touch,
      clientX: left + width * share,
      clientY: top + height / 2,
    })
    element.dispatchEvent(new PointerEvent('pointerdown', at(0.3)))
    element.dispatchEvent(new PointerEvent('pointermove', at(0.6)))
    element.dispatchEvent(new PointerEvent('pointerup', at(0.6)))
  })
  await expect(page.getByRole('button', { name: text('inputs_mask_use') })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await expectAccessible(page)
})

test('an address is checked and shown at once, and a missing file of ours is reported', async ({
  page,
  text,
  enter,
  open,
  installation,
}) => {
  await using host = await fileHost({ '/deep/beach.jpg': readFileSync(mediaPath('photo.jpg')) })
  const typed = () => page.getByLabel(text('inputs_address'), { exact: true })
  await open(editor)
  await page.getByRole('button', { name: text('inputs_use_address') }).click()
  await typed().fill('https://example.com/deep/beach.jpg')
  await page.keyboard.press('Enter')
  await expect(page.getByText('example.com/…/beach.jpg')).toBeVisible()

  await enter(
    `${editor}?image_url=${encodeURIComponent(`${installation.url}/media/${crypto.randomUUID()}/${crypto.randomUUID()}/a.png`)}`,
    rich,
  )
  await expect(page.getByText(text('inputs_gone'))).toBeVisible()
  await page
    .getByRole('button', { name: text('inputs_remove', { field: text('field_image') }) })
    .click()

  await page.getByRole('button', { name: text('inputs_use_address') }).click()
  await page.keyboard.type('beach.jpg')
  await page.keyboard.press('Enter')
  await expect(page.getByText(text('inputs_address_wrong'))).toBeVisible()
  await typed().fill(`${host.url}/deep/gone.jpg`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The file could not be fetched')).toBeVisible()
  await typed().fill(`${host.url}/deep/beach.jpg`)
  await page.keyboard.press('Enter')
  const image = page.getByRole('img', {
    name: text('inputs_image_alt', { field: text('field_image') }),
  })
  await expect(image).toBeVisible()
  await expect(
    page.getByLabel(text('inputs_replace', { field: text('field_image') })),
  ).toBeFocused()
  await page
    .getByRole('button', { name: text('inputs_remove', { field: text('field_image') }) })
    .click()

  await page.locator('[data-slot=image_url]').evaluate((slot, address) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', address)
    slot.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, `${host.url}/deep/beach.jpg`)
  await expect(image).toBeVisible()
})

/** Files of another server, by their paths. */
async function fileHost(files: Record<string, Buffer>) {
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}

test('a file given before signing in is sent afterwards', async ({
  page,
  text,
  open,
  account,
  signIn,
}) => {
  const email = await account(rich)
  await open(editor)
  await chooser(page, text('field_image')).setInputFiles(mediaPath('photo.jpg'))
  const dialog = page.getByRole('dialog', { name: text('sign_in_title') })
  await dialog.getByRole('button', { name: text('sign_in_with_google') }).click()
  await signIn(email)
  await expect(
    page.getByText(text('inputs_file_uploaded', { file: 'photo.jpg' })).first(),
  ).toBeVisible()
  await expect(
    page.getByRole('img', { name: text('inputs_image_alt', { field: text('field_image') }) }),
  ).toBeVisible()
})

for (const { size, theme } of [
  { size: 'wide', theme: 'dark' },
  { size: 'phone', theme: 'light' },
] as const) {
  test(`slots do not cover other elements: ${size}, ${theme}`, async ({
    page,
    text,
    enter,
    installation,
  }) => {
    await page.setViewportSize(sizes[size])
    await page.context().addCookies([{ name: 'theme', value: theme, url: installation.url }])
    await enter(vace, rich)
    await expect(page.getByText(text('inputs_mask_no_source'))).toBeVisible()
    await expectAccessible(page)
    await chooser(page, text('field_video')).setInputFiles(mediaPath('clip.mp4'))
    await chooser(page, text('field_ref_images')).setInputFiles([
      mediaPath('photo.jpg'),
      mediaPath('photo.png'),
    ])
    await expect(
      page.getByRole('img', { name: text('inputs_item', { position: 2 }), exact: true }),
    ).toBeVisible()
    await expect(page.getByText('640 × 360')).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true })

  test('the camera is offered beside the files, and its photo is taken', async ({
    page,
    text,
    enter,
  }) => {
    await enter(editor, rich)
    const camera = page.getByLabel(text('inputs_take_photo'), { exact: true }).first()
    await expect(page.getByText(text('inputs_take_photo'), { exact: true }).first()).toBeVisible()
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(chooser(page, text('field_image')).first()).not.toHaveAttribute('capture')
    await expectAccessible(page)
    await camera.setInputFiles(mediaPath('photo.jpg'))
    const remove = text('inputs_remove', { field: text('field_image') })
    await expect(page.getByRole('button', { name: remove, exact: true })).toBeVisible()
  })
})

test('a device with a mouse is offered files alone', async ({ page, text, enter }) => {
  await enter(editor, rich)
  await expect(page.getByText(text('inputs_take_photo'), { exact: true }).first()).toBeHidden()
})
