import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs, show } from '../work.ts'

/** The type a file is served with. */
async function contentTypeOf(page: Page, address: string | null): Promise<string | null> {
  return (await page.request.head(address ?? '')).headers()['content-type'] ?? null
}

/** Some browsers have no decoder for the usual films and sounds; then only what surrounds playing can be tested. */
function canPlay(media: Locator, type: string): Promise<boolean> {
  return media.evaluate((element: HTMLMediaElement, asked) => element.canPlayType(asked) !== '', type)
}

const property = (media: Locator, name: 'muted' | 'loop' | 'paused' | 'currentTime') =>
  media.evaluate((element: HTMLMediaElement, asked) => element[asked], name)

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === 'phone' })

    test('a film plays on the stage, with the mouse and with the keys', async ({ page, enter, text }) => {
      await enter('/creator/video/text-to-video', { credits: 1000 })
      await jobs.film(page)
      await show(page, text('stage_strip'), 'A slow tide')

      const player = page.getByRole('region', { name: text('work_video', { prompt: 'A slow tide' }) })
      const film = player.locator('video')
      await expect(film).toBeVisible()
      expect(await contentTypeOf(page, await film.getAttribute('src'))).toBe('video/mp4')
      await expectAccessible(page)

      await player.getByRole('button', { name: text('player_play') }).focus()
      await page.keyboard.press('m')
      await expect(player.getByRole('button', { name: text('player_unmute') })).toBeVisible()
      await page.keyboard.press('l')
      expect(await property(film, 'loop')).toBe(true)

      if (!(await canPlay(film, 'video/mp4; codecs="avc1.42E01E"'))) return
      await page.keyboard.press('5')
      await expect.poll(() => property(film, 'currentTime')).toBeGreaterThan(1)
      await page.keyboard.press('Home')
      await page.keyboard.press('k')
      await expect.poll(() => property(film, 'currentTime')).toBeGreaterThan(0.1)
      await page.keyboard.press(' ')
      expect(await property(film, 'paused')).toBe(true)
    })
  })
}

test('a sound plays in step with its film', async ({ page, enter, text }) => {
  await enter('/creator/video-to-audio', { credits: 1000 })
  await jobs.sound(page)
  await show(page, text('stage_strip'), 'wind')
  const player = page.getByRole('region', { name: text('work_sound', { prompt: 'wind' }) })
  const [sound, film] = [player.locator('audio'), player.locator('video')]
  await expect(film).toBeVisible()
  expect(await contentTypeOf(page, await sound.getAttribute('src'))).toMatch(/^audio\//)
  await expectAccessible(page)

  const type = await contentTypeOf(page, await sound.getAttribute('src'))
  if (!(await canPlay(sound, type ?? '')) || !(await canPlay(film, 'video/mp4; codecs="avc1.42E01E"'))) return
  await player.getByRole('slider', { name: text('player_seek') }).focus()
  await page.keyboard.press('5')
  await expect.poll(() => property(film, 'currentTime')).toBeGreaterThan(0.5)
  const apart = (await property(film, 'currentTime')) as number
  expect(Math.abs(apart - ((await property(sound, 'currentTime')) as number))).toBeLessThan(0.3)
})

test('an edit stands against its original, and another result can be chosen', async ({ page, enter, text }) => {
  await enter('/creator/ai-image-editor/nano-banana-edit', { credits: 1000 })
  await jobs.edit(page)
  await show(page, text('stage_strip'), 'Turn it to copper')
  const slider = page.getByRole('slider', { name: text('compare_slider') })
  await expect(slider).toBeVisible()
  await expectAccessible(page)

  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', text('compare_share', { percent: 51 }))
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', text('compare_share', { percent: 0 }))

  const second = page.getByRole('button', { name: text('compare_result', { at: 2 }) })
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: text('work_compare') }).click()
  await expect(slider).toBeHidden()
  await expect(page.getByRole('button', { name: text('stage_open_image', { at: 2 }) })).toBeVisible()

  await page.getByRole('button', { name: text('work_use'), exact: true }).click()
  await page.getByRole('link', { name: text('work_use_image_to_video') }).click()
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video/)
})

test('one job does not wait for another, and all of them stay within reach', async ({ page, enter, text }) => {
  await enter('/creator/video/text-to-video', { credits: 1000 })
  await Promise.all([jobs.film(page), jobs.film(page)])
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await expect(strip.getByRole('listitem')).toHaveCount(2)
  const stage = page.getByRole('region', { name: text('stage_label') })
  await expect(stage.getByText('A slow tide').first()).toBeVisible()
})
