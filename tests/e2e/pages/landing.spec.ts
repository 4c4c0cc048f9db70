import { expect, expectAccessible, sizes, test, waitForHydration } from '../product.ts'

const windows = { ...sizes, short: { width: 720, height: 450 } }

for (const [size, viewport] of Object.entries(windows))
  test.describe(`a first visit: ${size}`, () => {
    test.use({ viewport, hasTouch: size === 'phone' })

    test('leads from a sample through the sign-in to its result', async ({
      page,
      text,
      open,
      account,
      signIn,
    }) => {
      const email = await account({ credits: 100 })
      await open('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      const start = page.getByRole('button', { name: text('landing_start') })
      await expect(start).toBeInViewport({ ratio: 1 })
      const first = page.getByLabel(text('field_prompt'), { exact: true })
      await expect(first).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
      const heights = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(size === 'phone' ? 44 : 24)
      const prompt = text('sample_night_edit')
      const sample = page.getByRole('listitem').filter({ hasText: prompt })
      const slider = sample.getByRole('slider', { name: text('compare_slider') })
      await slider.focus()
      await page.keyboard.press('ArrowRight')
      await expect(slider).toHaveAttribute('aria-valuetext', text('compare_share', { percent: 51 }))

      const lofi = text('sample_lofi')
      const music = page.getByRole('listitem').filter({ hasText: lofi })
      await expect(music.getByText(text('create_credits', { count: 80, amount: 80 }))).toBeVisible()
      await music.getByRole('button', { name: text('landing_play', { name: lofi }) }).click()
      await music.getByRole('button', { name: text('landing_pause', { name: lofi }) }).click()
      await music.getByRole('link', { name: lofi }).click()
      await waitForHydration(page)
      const field = page.getByLabel(text('field_prompt'), { exact: true })
      await expect(field).toHaveValue(lofi)
      await page.locator('button[type="submit"][form]').click()
      const dialog = page.getByRole('dialog', { name: text('sign_in_title') })
      await dialog.getByText(text('sign_in_with_google')).click()
      await signIn(email)
      await expect(field).toHaveValue(lofi)
      const stage = page.getByRole('region', { name: text('stage_label') })
      await expect(stage.locator('audio')).toBeAttached({ timeout: 60_000 })
    })
  })

test('what is typed there opens the form with it', async ({ page, text, open }) => {
  await open('/')
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite & a "fox"')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form')).toBeVisible()
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(
    'a kite & a "fox"',
  )
})

test('clips play only while they are seen', async ({ page, text, open }) => {
  await open('/')
  await expect(page.locator('video')).toHaveCount(0)
  const name = text('sample_rain')
  await page.getByRole('img', { name }).scrollIntoViewIfNeeded()
  const pause = page.getByRole('button', { name: text('landing_pause', { name }) })
  await expect(pause).toBeVisible()
  const isPaused = () =>
    page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => video.paused)
  await expect.poll(isPaused).toBe(false)
  await pause.click()
  await expect.poll(isPaused).toBe(true)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a clip waits for a press, and nothing of it is fetched before', async ({
    page,
    text,
    open,
  }) => {
    const clips: string[] = []
    page.on('request', (request) => {
      if (/\.(mp4|m4a)$/.test(request.url())) clips.push(request.url())
    })
    await open('/')
    const name = text('sample_rain')
    await page.getByRole('img', { name }).scrollIntoViewIfNeeded()
    const play = page.getByRole('button', { name: text('landing_play', { name }) })
    await expect(play).toBeInViewport()
    expect(clips).toEqual([])
    await play.click()
    await expect(page.locator('video')).toHaveCount(1)
    await expect.poll(() => clips.length).toBeGreaterThan(0)
  })
})
