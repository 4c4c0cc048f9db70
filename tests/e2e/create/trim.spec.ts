import type { Locator, Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'

const form = '/creator/video-to-audio'

/** The length of a video, in seconds. */
const lengthOf = (video: Locator) =>
  video.evaluate(async (element: HTMLVideoElement) => {
    if (element.readyState === 0)
      await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve))
    return element.duration
  })

/** Chooses a video of 3 s and opens its dialog. */
async function openTrim(page: Page, text: Text) {
  const field = text('field_video')
  await page
    .getByLabel(new RegExp(`^${field}`))
    .and(page.locator('[type=file]'))
    .setInputFiles(mediaPath('clip.mp4'))
  const open = page.getByRole('button', { name: text('inputs_trim_open', { field }) })
  await open.click()
  return { open, dialog: page.getByRole('dialog', { name: text('inputs_trim_title') }) }
}

for (const [size, viewport] of Object.entries({ ...sizes, short: { width: 720, height: 450 } }))
  test(`a part of a video is cut out and sent, and the original restored: ${size}`, async ({
    page,
    text,
    enter,
  }) => {
    await page.setViewportSize(viewport)
    await enter(form)
    const { open, dialog } = await openTrim(page, text)
    const length = (part: string) =>
      dialog.getByText(text('inputs_trim_length', { length: part, duration: '3' }))
    await expect(length('3')).toBeVisible()
    await expectAccessible(page)
    const start = dialog.getByRole('slider', { name: text('inputs_trim_start') })
    for (let count = 0; count < 12; count += 1) await start.press('ArrowRight')
    await expect(length('1.8')).toBeVisible()
    const video = dialog.getByLabel(text('inputs_trim_video'))
    await expect(video).toHaveJSProperty('currentTime', 1.2)
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 2.5
    })
    await dialog.getByRole('button', { name: text('inputs_trim_end_here') }).click()
    await expect(length('1.3')).toBeVisible()
    await dialog.getByRole('button', { name: text('inputs_trim_use') }).click()
    const shown = page.locator('[data-slot] figure video')
    await expect.poll(() => lengthOf(shown)).toBeLessThan(2)
    expect(await lengthOf(shown)).toBeGreaterThan(1)

    await open.click()
    await expect(length('1.3')).toBeVisible()
    await dialog.getByRole('button', { name: text('inputs_crop_restore') }).click()
    await expect.poll(() => lengthOf(shown)).toBe(3)
  })

test('the chosen part is played, and a closed dialog changes nothing', async ({
  page,
  text,
  enter,
}) => {
  await enter(form)
  const { dialog } = await openTrim(page, text)
  const end = dialog.getByRole('slider', { name: text('inputs_trim_end') })
  for (let count = 0; count < 20; count += 1) await end.press('ArrowLeft')
  await dialog.getByRole('button', { name: text('inputs_trim_play') }).click()
  const video = dialog.getByLabel(text('inputs_trim_video'))
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.paused, element.ended]))
    .toEqual([true, false])
  expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await lengthOf(page.locator('[data-slot] figure video'))).toBe(3)
})
