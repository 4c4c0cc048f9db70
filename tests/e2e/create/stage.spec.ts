import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs, show } from '../work.ts'

/** The type a file is served with. */
async function contentTypeOf(page: Page, address: string | null): Promise<string | null> {
  return (await page.request.head(address ?? '')).headers()['content-type'] ?? null
}

/**
 * Some browsers have no decoder for the usual videos and sounds; then only what surrounds playing
 * can be tested.
 */
function canPlay(media: Locator, type: string): Promise<boolean> {
  return media.evaluate(
    (element: HTMLMediaElement, asked) => element.canPlayType(asked) !== '',
    type,
  )
}

/** The addresses of a job's images once it has ended. */
async function imagesOf(page: Page, id: string): Promise<string[]> {
  type Record = { completed_at: string | null; image_urls: string[] }
  const read = () =>
    page.evaluate(
      async (address) => (await fetch(address)).json() as Promise<Record>,
      `/api/generations/${id}`,
    )
  await expect.poll(async () => (await read()).completed_at).not.toBeNull()
  return (await read()).image_urls
}

const property = (media: Locator, name: 'muted' | 'loop' | 'paused' | 'currentTime') =>
  media.evaluate((element: HTMLMediaElement, asked) => element[asked], name)

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === 'phone' })

    test('a video plays on the stage, with the mouse and with the keys', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/creator/video/text-to-video', { credits: 1000 })
      await jobs.video(page)
      await show(page, text('stage_strip'), 'A slow tide')

      const player = page.getByRole('region', {
        name: text('work_video', { prompt: 'A slow tide' }),
      })
      const video = player.locator('video')
      await expect(video).toBeVisible()
      expect(await contentTypeOf(page, await video.getAttribute('src'))).toBe('video/mp4')
      await expectAccessible(page)

      // It plays by itself, without sound.
      expect(await property(video, 'muted')).toBe(true)
      await expect(video).toHaveAttribute('poster', /.+/)
      await player.getByRole('slider', { name: text('player_seek') }).focus()
      await page.keyboard.press('m')
      await expect(player.getByRole('button', { name: text('player_mute') })).toBeVisible()
      await page.keyboard.press('l')
      expect(await property(video, 'loop')).toBe(true)

      if (!(await canPlay(video, 'video/mp4; codecs="avc1.42E01E"'))) return
      await expect.poll(() => property(video, 'currentTime')).toBeGreaterThan(0.1)
      await video.evaluate((element: HTMLMediaElement) => element.pause())
      await page.keyboard.press('5')
      await expect.poll(() => property(video, 'currentTime')).toBeGreaterThan(1)
      await page.keyboard.press('Home')
      await page.keyboard.press('k')
      await expect.poll(() => property(video, 'currentTime')).toBeGreaterThan(0.1)
      await page.keyboard.press(' ')
      expect(await property(video, 'paused')).toBe(true)
    })
  })
}

test('a sound plays in step with its video', async ({ page, enter, text }) => {
  await enter('/creator/video-to-audio', { credits: 1000 })
  await jobs.audio(page)
  await show(page, text('stage_strip'), 'wind')
  const player = page.getByRole('region', { name: text('work_audio', { prompt: 'wind' }) })
  const [audio, video] = [player.locator('audio'), player.locator('video')]
  await expect(video).toBeVisible()
  expect(await contentTypeOf(page, await audio.getAttribute('src'))).toMatch(/^audio\//)
  await expectAccessible(page)

  const type = await contentTypeOf(page, await audio.getAttribute('src'))
  if (
    !(await canPlay(audio, type ?? '')) ||
    !(await canPlay(video, 'video/mp4; codecs="avc1.42E01E"'))
  )
    return
  await player.getByRole('slider', { name: text('player_seek') }).focus()
  await page.keyboard.press('5')
  await expect.poll(() => property(video, 'currentTime')).toBeGreaterThan(0.5)
  const apart = (await property(video, 'currentTime')) as number
  expect(Math.abs(apart - ((await property(audio, 'currentTime')) as number))).toBeLessThan(0.3)
})

test('an edit stands against its original, and another result can be chosen', async ({
  page,
  enter,
  text,
}) => {
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

  const second = page.getByRole('button', { name: text('compare_result', { at: 2 }), exact: true })
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: text('work_compare'), exact: true }).click()
  await expect(slider).toBeHidden()
  await expect(
    page.getByRole('button', { name: text('stage_open_image', { at: 2 }) }),
  ).toBeVisible()

  await page.getByRole('button', { name: text('work_compare'), exact: true }).click()
  await page.getByRole('button', { name: text('work_use'), exact: true }).click()
  const use = page.getByRole('link', { name: text('work_use_image_to_video') })
  await expect(use).toHaveAttribute('href', /image_url=[^&]*%2F2\.\w+$/)
  await use.click()
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video/)
})

test('the strip shows a new job wherever it was scrolled, and no cancelled ones', async ({
  page,
  enter,
  text,
}) => {
  await page.setViewportSize(sizes.phone)
  await enter('/creator/video/text-to-video', { credits: 10_000 })
  for (let made = 0; made < 9; made += 1) await jobs.video(page, `Tide ${made}`)
  // One that never ends is cancelled in time, whether it still waits in the queue or not.
  const address = `/api/generations/${await jobs.video(page, 'Cancelled [fault:stuck]')}`
  const send = (path: string, method: string) =>
    page.evaluate(async ([to, how]) => (await fetch(to, { method: how })).json(), [
      path,
      method,
    ] as const)
  await send(`${address}/cancel`, 'POST')
  await expect.poll(async () => (await send(address, 'GET')).error_code).toBe('cancelled')
  await page.reload()
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await expect(strip.getByRole('listitem')).toHaveCount(9)

  const oldest = strip.getByRole('button', { name: /^Tide 0/ })
  await oldest.click()
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('The newest tide')
  await page.keyboard.press('Control+Enter')
  await expect(strip.getByRole('button', { name: /^The newest tide/ })).toBeInViewport({ ratio: 1 })
  await expect(oldest).not.toBeInViewport()
})

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === 'phone' })

    test('each of several images has actions of its own, on the stage and in full screen', {
      tag: size === 'wide' ? '@smoke' : [],
    }, async ({ page, enter, open, text }) => {
      await enter('/creator/image', { credits: 1000 })
      const id = await jobs.images(page, { num_images: 4 })
      const addresses = await imagesOf(page, id)
      expect(addresses).toHaveLength(4)
      const third = page.getByRole('button', { name: text('stage_open_image', { at: 3 }) })
      const openWork = async () => {
        await open('/creator/image')
        await show(page, text('stage_strip'), 'A fox in the snow')
      }
      // The page of the form takes what its address says out of it.
      const expectUsed = async (label: string, at: number) => {
        const link = page.getByRole('link', { name: text(label) })
        const { pathname } = new URL(addresses[at - 1] ?? '')
        await expect(link).toHaveAttribute('href', new RegExp(`${encodeURIComponent(pathname)}$`))
        const form = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
        await link.click()
        await expect(page).toHaveURL(new RegExp(form))
      }

      await show(page, text('stage_strip'), 'A fox in the snow')
      await third.hover()
      await expectAccessible(page)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: text('stage_download_image', { at: 3 }) }).click()
      expect((await saving).suggestedFilename()).toMatch(/-3\.\w+$/)
      await page
        .getByRole('button', { name: text('work_use_image', { at: 3 }), exact: true })
        .click()
      await expectUsed('work_use_edit', 3)

      // With the keys, from the image itself.
      await openWork()
      await third.focus()
      await page.keyboard.press('Tab')
      await expect(
        page.getByRole('button', { name: text('work_use_image', { at: 3 }), exact: true }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
      await expectUsed('work_use_understanding', 3)

      await openWork()
      await third.click()
      const viewer = page.getByRole('dialog', { name: text('stage_viewer') })
      await expect(
        viewer.getByRole('button', { name: text('viewer_in_strip', { at: 3 }) }),
      ).toHaveAttribute('aria-current')
      await expectAccessible(page)
      await page.keyboard.press('f')
      await expect(viewer.getByRole('button', { name: text('viewer_favorite') })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await page.keyboard.press('ArrowRight')
      await viewer.getByRole('button', { name: text('work_use'), exact: true }).click()
      await expectUsed('work_use_image_to_image', 4)
      await expect(viewer).toBeHidden()
    })
  })
}

test('one job does not wait for another, and all of them stay within reach', async ({
  page,
  enter,
  text,
}) => {
  await enter('/creator/video/text-to-video', { credits: 1000 })
  await Promise.all([jobs.video(page), jobs.video(page)])
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await expect(strip.getByRole('listitem')).toHaveCount(2)
  const stage = page.getByRole('region', { name: text('stage_label') })
  await expect(stage.getByText('A slow tide').first()).toBeVisible()
})

test('the actions that fit are in one row at every width, and the others come with “More”', async ({
  page,
  enter,
  text,
}) => {
  await enter('/creator/image/text-to-image', { credits: 1000 })
  await jobs.images(page, { num_images: 1 })
  // It may have ended before the page heard of it: then it is not on the stage by itself.
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await strip.getByRole('button', { name: /^A fox in the snow/ }).click()
  const stage = page.getByRole('region', { name: text('stage_label') })
  const button = (name: string) => stage.getByRole('button', { name: text(name), exact: true })
  await expect(button('stage_download')).toBeVisible()
  const last = button('stage_full_screen')
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(button('stage_more')).toBeInViewport({ ratio: 1 })
    await expect(last).toBeHidden()
    await button('stage_more').click()
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(button('stage_reuse')).toBeInViewport({ ratio: 1 })
    await button('stage_less').click()
    await expect(last).toBeHidden()
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 2560, height: 900 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(button('stage_more')).toBeHidden()
})
