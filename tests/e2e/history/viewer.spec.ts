import { readFile } from 'node:fs/promises'
import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { languages } from '#platform/languages/languages.ts'
import { expect, expectAccessible, sizes, type Text, test, waitForAnimations } from '../product.ts'
import { jobs } from '../work.ts'

const sea = { prompt: 'A lighthouse by the sea', negative_prompt: 'people', seed: 7, num_images: 2 }

/** Asks for images as the page's reader does, and answers the record's id. */
async function make(page: Page, input: Record<string, unknown>): Promise<string> {
  const body = {
    image_generation_type: 'text-to-image',
    model: 'flux-schnell',
    num_images: 1,
    ...input,
  }
  const answer = await call(page, 'POST', '/api/image-generation/create', body)
  return String(answer.id)
}

async function call(
  page: Page,
  method: string,
  address: string,
  body?: object,
): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(where, { method: how, headers, ...(what && { body: what }) })).json()
    },
    [method, address, body && JSON.stringify(body)] as const,
  )
}

const record = (page: Page, id: string) => call(page, 'GET', `/api/generations/${id}`)

function openerOf(page: Page, id: string): Locator {
  return page.getByRole('main').locator(`[data-viewer-opener="${id}"]`).first()
}

async function openRecord(page: Page, id: string): Promise<void> {
  await openerOf(page, id).click()
}

/** Halts all animations of a page at their beginning, until it is called with `true`. */
async function animationsOf(page: Page): Promise<(areRunning: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  return async (areRunning) => {
    await session.send('Animation.setPlaybackRate', { playbackRate: areRunning ? 1 : 0 })
  }
}

const anotherSeed = (text: Text) => new RegExp(`^${text('viewer_another', { credits: '' }).trim()}`)
const viewerOf = (page: Page, text: Text) =>
  page.getByRole('dialog', { name: text('history_viewer') })
const actionsOf = (page: Page, text: Text) => viewerOf(page, text).locator('footer')

test.describe('at a desk', () => {
  test.use({ viewport: sizes.wide })

  for (const language of languages)
    test.describe(language, () => {
      test.use({ language })

      test('every action has its place beside the details, however wide the window', async ({
        page,
        enter,
        text,
      }) => {
        await enter('/creator/history/image', { credits: 2000 })
        const id = await make(page, { prompt: 'A dune' })
        await openRecord(page, id)
        const actions = actionsOf(page, text)
        const details = viewerOf(page, text).getByRole('complementary', {
          name: text('history_details'),
        })
        await expect(details).toBeVisible()
        await expect(actions.getByRole('button', { name: anotherSeed(text) })).toBeVisible()
        for (const [width, height] of [
          [720, 450],
          ...[768, 1024, 1280, 1440, 1920].map((each) => [each, 900] as const),
        ] as const) {
          await page.setViewportSize({ width, height })
          const overflow = actions.evaluate(
            (footer) =>
              Math.max(
                ...[...footer.querySelectorAll('button, a')].map(
                  (one) => one.getBoundingClientRect().right,
                ),
              ) - footer.getBoundingClientRect().right,
          )
          expect.soft(await overflow, `${width} px`).toBeLessThanOrEqual(0)
          await expect(
            actions.getByRole('button', { name: text('history_delete') }),
          ).toBeInViewport({ ratio: 1 })
          const image = await boxOf(viewerOf(page, text).locator('[data-viewer-image]'))
          expect(image.x + image.width).toBeLessThanOrEqual((await boxOf(details)).x)
        }
      })
    })

  test('an image grows from its tile when it is opened', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 2000 })
    const id = await make(page, { prompt: 'A dune' })
    const tile = openerOf(page, id)
    await expect(tile.locator('img')).toBeVisible()
    const runAnimations = await animationsOf(page)
    await runAnimations(false)
    const { x, y, width, height } = await boxOf(tile)
    await openRecord(page, id)
    const image = viewerOf(page, text).locator('[data-viewer-image]')
    const opened = await boxOf(image)
    expect(opened.x).toBeCloseTo(x, 0)
    expect(opened.y).toBeCloseTo(y, 0)
    expect(opened.width).toBeCloseTo(width, 0)
    expect(opened.height).toBeCloseTo(height, 0)
    await runAnimations(true)
    await waitForAnimations(page)
    expect((await boxOf(image)).width).toBeGreaterThan(width)
  })

  test('an image is enlarged, moved, marked, tagged and kept', { tag: '@smoke' }, async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 2000 })
    const [first, second] = [await make(page, sea), await make(page, { prompt: 'A dune' })]
    await expect(openerOf(page, second)).toBeVisible()
    await openRecord(page, first)
    const viewer = viewerOf(page, text)
    const image = viewer.getByRole('img', { name: sea.prompt })
    await expect(image).toBeVisible()
    await expect(
      viewer.getByRole('complementary', { name: text('history_details') }),
    ).toContainText(sea.negative_prompt)
    await expectAccessible(page)

    const scaleOf = (percent: number) =>
      viewer.getByRole('button', { name: text('viewer_fit', { percent }) })
    await expect(scaleOf(100)).toBeVisible()
    for (const key of ['+', '+', '-']) await page.keyboard.press(key)
    await viewer.getByRole('button', { name: text('viewer_larger') }).click()
    await expect(scaleOf(150)).toBeVisible()
    for (let press = 0; press < 7; press++) await page.keyboard.press('+')
    await expect(viewer.getByRole('button', { name: text('viewer_larger') })).toBeDisabled()
    await expect(scaleOf(300)).toBeVisible()
    await waitForAnimations(page)
    const before = await boxOf(image)
    await page.mouse.move(500, 400)
    await page.mouse.down()
    await page.mouse.move(560, 430, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOf(image)).x - before.x).toBeCloseTo(60, 0)
    await page.keyboard.press('0')
    await expect(scaleOf(100)).toBeVisible()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    await expect(scaleOf(125)).toBeVisible()
    await page.mouse.dblclick(500, 400)
    await expect(scaleOf(100)).toBeVisible()

    const strip = viewer.getByRole('list', { name: text('viewer_strip') })
    await page.keyboard.press('ArrowRight')
    await expect(
      strip.getByRole('button', { name: text('viewer_in_strip', { at: 2 }) }),
    ).toHaveAttribute('aria-current')
    await strip.getByRole('button', { name: text('viewer_in_strip', { at: 1 }) }).click()
    await viewer.getByRole('button', { name: text('history_previous') }).click()
    await expect(viewer.getByRole('img', { name: 'A dune' })).toBeVisible()
    await viewer.getByRole('button', { name: text('history_next') }).click()
    await expect(image).toBeVisible()

    await page.keyboard.press('f')
    const heart = actionsOf(page, text).getByRole('button', { name: text('viewer_favorite') })
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await record(page, first)).is_favorite).toBe(true)
    await actionsOf(page, text)
      .getByRole('button', { name: text('viewer_tags'), exact: true })
      .click()
    await page.keyboard.type('sea,')
    await page.keyboard.type('to print')
    await expectAccessible(page)
    await page.getByRole('button', { name: text('viewer_tags_save') }).click()
    await expect.poll(async () => (await record(page, first)).tags).toEqual(['sea', 'to print'])
    await page.keyboard.press('ArrowLeft')
    await actionsOf(page, text)
      .getByRole('button', { name: text('viewer_tags'), exact: true })
      .click()
    await page
      .getByRole('region', { name: text('viewer_tag_suggestions') })
      .getByRole('button', { name: 'sea' })
      .click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await record(page, second)).tags).toEqual(['sea'])
    await page.keyboard.press('ArrowRight')

    expect(await downloaded(page, () => page.keyboard.press('d'))).toMatch(
      /^[\d-]{10}-a-lighthouse-by-the-sea-1\.jpg$/,
    )
    const choose = (name: string) => async () => {
      await actionsOf(page, text)
        .getByRole('button', { name: text('history_download') })
        .click()
      await page
        .getByRole('dialog', { name: text('viewer_download_as') })
        .getByRole('button', { name, exact: true })
        .click()
    }
    expect(await downloaded(page, choose(text('viewer_download_png')))).toMatch(
      /^[\d-]{10}-a-lighthouse-by-the-sea-1\.png$/,
    )

    await page.keyboard.press('i')
    await expect(viewer.getByRole('complementary')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(openerOf(page, first)).toBeFocused()
  })

  test('a record is made again: in its form, at one press, from what it became', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 2000 })
    const first = await make(page, sea)
    await openRecord(page, first)
    const viewer = viewerOf(page, text)

    await actionsOf(page, text)
      .getByRole('button', { name: anotherSeed(text) })
      .click()
    await expect(page.getByText(text('viewer_started'))).toBeVisible()
    await page.getByRole('button', { name: text('viewer_started_show') }).click()
    await expect(viewer).toBeHidden()
    const newest = async () => {
      const { data } = (await call(page, 'GET', '/api/image-generation/history')) as {
        data: { id: string }[]
      }
      return data[0]?.id ?? ''
    }
    await expect.poll(newest).not.toBe(first)
    const child = await newest()
    const made = await record(page, child)
    expect(made).toMatchObject({
      parent_id: first,
      prompt: sea.prompt,
      negative_prompt: sea.negative_prompt,
    })
    expect(made.input).toMatchObject({ num_images: 2 })
    expect((made.input as { seed: number }).seed).not.toBe(7)

    await openRecord(page, child)
    await expect(viewer).toContainText(text('viewer_parent'))
    await viewer.getByRole('link', { name: new RegExp(text('viewer_parent')) }).click()
    await expect(page).toHaveURL(new RegExp(`record=${first}`))
    await expect(viewer.getByRole('link', { name: new RegExp(text('viewer_parent')) })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`record=${child}`))
    await expect(
      viewer.getByRole('link', { name: new RegExp(text('viewer_parent')) }),
    ).toBeVisible()

    await actionsOf(page, text)
      .getByRole('link', { name: text('history_again_video') })
      .click()
    await expect(page).toHaveURL(/\/creator\/image\/text-to-image$/)
    const form = page.getByRole('form')
    await expect(
      form.getByRole('textbox', { name: text('field_prompt'), exact: true }),
    ).toHaveValue(sea.prompt)
    await expect(form).toContainText(text('work_again_from'))
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Make 2/ }).click()
    await expect.poll(newest).not.toBe(child)
    expect(await record(page, await newest())).toMatchObject({ parent_id: child, seed: made.seed })
    // What is made from this form now is another one.
    await expect(form).not.toContainText(text('work_again_from'))
    const prompt = form.getByRole('textbox', { name: text('field_prompt'), exact: true })
    for (const forget of [
      () => form.getByRole('button', { name: text('work_again_forget') }).click(),
      () => prompt.fill('Two foxes in deep snow'),
    ]) {
      const query = new URLSearchParams({ prompt: sea.prompt, parent: child })
      await open(`/creator/image/text-to-image?${query}`)
      await expect(form).toContainText(text('work_again_from'))
      await prompt.fill(`${sea.prompt} at night`)
      await expect(form).toContainText(text('work_again_from'))
      await forget()
      await expect(form).not.toContainText(text('work_again_from'))
    }

    await open(`/creator/history/image?record=${first}`)
    await expect(viewer.getByRole('img', { name: sea.prompt })).toBeVisible()
    await actionsOf(page, text)
      .getByRole('button', { name: text('work_use') })
      .click()
    await page.getByRole('link', { name: text('work_use_image_to_video') }).click()
    await expect(page.getByRole('form').locator('img').first()).toBeVisible()

    const { image_url } = await record(page, first)
    await open(
      `/creator/image-editing?model=qwen-image-edit&prompt=Night&image=${encodeURIComponent(String(image_url))}`,
    )
    await expect(page).toHaveURL(/\/creator\/ai-image-editor\/qwen-image-edit$/)
    await expect(
      page.getByRole('textbox', { name: text('field_prompt'), exact: true }),
    ).toHaveValue('Night')
  })

  test('what the server refuses is said and shown as it was', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 2000 })
    const id = await make(page, sea)
    await openRecord(page, id)
    await page.route(/\/(favorite|delete)$/, (route) => route.abort())
    const heart = actionsOf(page, text).getByRole('button', { name: text('viewer_favorite') })
    await heart.click()
    await expect(page.getByText(text('work_not_favorite'))).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')

    await page.route(/\/media\//, (route) => route.fulfill({ status: 502 }))
    await page.keyboard.press('d')
    await expect(page.getByText(text('work_not_downloaded'))).toBeVisible()

    await page.keyboard.press('Delete')
    await expect(
      page.getByRole('dialog', { name: text('remove_title', { shown: 1 }) }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('work_not_deleted'))).toBeVisible()
    await expect(viewerOf(page, text).getByRole('img', { name: sea.prompt })).toBeVisible()
  })

  test('a click opens a record even if its thumbnail is replaced before the release', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image')
    const id = await jobs.images(page, { prompt: sea.prompt, num_images: 1 })
    const thumbnail = openerOf(page, id).locator('img')
    await thumbnail.hover()
    await page.mouse.down()
    await thumbnail.evaluate((element) => element.replaceWith(element.cloneNode()))
    await page.mouse.up()
    await expect(viewerOf(page, text).getByRole('img', { name: sea.prompt })).toBeVisible()
  })

  test('a video is stepped, slowed down, saved as a still and extended from its last frame', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/video', { credits: 2000 })
    const id = await jobs.video(page)
    await openRecord(page, id)
    const viewer = viewerOf(page, text)
    const video = viewer.locator('video')
    const read = <T>(of: (element: HTMLVideoElement) => T) =>
      video.evaluate(of as (element: Element & HTMLVideoElement) => T)
    await expect(video).toBeVisible()
    await expect.poll(() => read(({ readyState }) => readyState)).toBe(4)
    await page.keyboard.press('<')
    await expect(viewer.getByRole('combobox', { name: text('player_speed') })).toHaveValue('0.75')
    await viewer.getByRole('combobox', { name: text('player_speed') }).selectOption('0.25')
    expect(await read(({ playbackRate }) => playbackRate)).toBe(0.25)

    await page.keyboard.press('.')
    await expect.poll(() => read(({ paused }) => paused)).toBe(true)
    const [before, fps] = await read(({ currentTime, dataset }) => [currentTime, dataset.fps])
    for (const key of ['.', '.', ',']) await page.keyboard.press(key)
    await expect
      .poll(() => read(({ currentTime }) => currentTime))
      .toBeCloseTo(Number(before) + 1 / Number(fps), 3)

    const still = page.waitForEvent('download')
    await viewer.getByRole('button', { name: text('frame_actions') }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: text('frame_save') }).click()
    const png = await sharp(await (await still).path()).metadata()
    const size = await read(({ videoWidth, videoHeight }) => [videoWidth, videoHeight])
    expect([png.format, png.width, png.height]).toEqual(['png', ...size])

    await viewer.getByRole('button', { name: text('work_use'), exact: true }).click()
    const uploaded = page.waitForResponse(/upload-image/)
    await page.getByRole('button', { name: text('work_use_extend') }).click()
    await expect(page).toHaveURL(/image-to-video/)
    await expect(
      page.getByRole('textbox', { name: text('field_prompt'), exact: true }),
    ).toHaveValue('A slow tide')
    const { imageUrl } = (await (await uploaded).json()) as { imageUrl: string }
    const lastFrame = await (await page.request.get(imageUrl)).body()
    expect(await sharp(lastFrame).metadata()).toMatchObject({ width: size[0], height: size[1] })
  })

  test('a sound is heard with the original one, and downloaded with its video as MP4', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/audio', { credits: 2000 })
    const id = await jobs.audio(page)
    await openRecord(page, id)
    const viewer = viewerOf(page, text)
    const choices = viewer.getByRole('radiogroup', { name: text('viewer_audio'), exact: true })
    await expect(choices).toBeVisible()
    await expectAccessible(page)
    const mixed = () =>
      record(page, id).then(({ videos_with_audio: videos }) => videos as { url: string }[])
    const [, both] = await mixed()
    await choices.getByText(text('viewer_audio_mixed')).click()
    await expect(viewer.locator('audio')).toHaveAttribute('src', both?.url ?? 'none')
    const playable = () =>
      viewer.locator('audio').evaluate((audio: HTMLAudioElement) => audio.readyState)
    await expect.poll(playable).toBe(4)

    const name = new RegExp(`^${text('viewer_download_with_audio', { size: '' }).trim()}`)
    const saved = await downloaded(page, async () => {
      await actionsOf(page, text)
        .getByRole('button', { name: text('history_download') })
        .click()
      await page.getByRole('button', { name }).click()
    })
    expect(saved).toMatch(/\.mp4$/)
  })

  test('videos and sounds play, edits lie over their originals, answers are read', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await enter('/creator/history/video', { credits: 2000 })
    const [video, , edit, question] = await Promise.all([
      jobs.video(page),
      jobs.audio(page),
      jobs.edit(page),
      jobs.question(page),
    ])
    const viewer = viewerOf(page, text)
    await openRecord(page, video)
    await expect(viewer.locator('video')).toBeVisible()
    const plays = (tag: string) =>
      viewer
        .locator(tag)
        .first()
        .evaluate((media: HTMLMediaElement) => !media.paused)
    await expect.poll(() => plays('video')).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(() => plays('video')).toBe(false)
    await expect(viewer.getByRole('slider', { name: text('player_volume') })).toBeAttached()
    await expectAccessible(page)

    // Where less motion is wanted, a video waits to be started.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(`/creator/history/video?record=${video}`)
    await expect(viewer.getByRole('button', { name: text('player_play') })).toBeVisible()
    await page.keyboard.press('Space')
    await expect.poll(() => plays('video')).toBe(true)
    await page.emulateMedia({ reducedMotion: null })

    await open('/creator/history/audio')
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: text('history_play_with_video') })
      .click()
    await expect.poll(() => plays('audio')).toBe(true)

    await open(`/creator/history/image-editing?record=${edit}`)
    const slider = viewer.getByRole('slider', { name: text('compare_slider') })
    await expect(slider).toBeVisible()
    await actionsOf(page, text)
      .getByRole('button', { name: text('viewer_compare') })
      .click()
    await expect(slider).toBeHidden()
    await page.keyboard.press('+')
    await expect(
      viewer.getByRole('button', { name: text('viewer_fit', { percent: 125 }) }),
    ).toBeVisible()
    await expect(
      actionsOf(page, text).getByRole('link', { name: text('history_again_image_editing') }),
    ).toHaveAttribute('href', new RegExp(`prompt=Turn\\+it\\+to\\+copper.*parent=${edit}`))

    await open(`/creator/history/image-understanding?record=${question}`)
    await expect(viewer.getByRole('region', { name: text('understand_answer') })).toBeVisible()
    expect(await downloaded(page, () => page.keyboard.press('d'))).toMatch(/\.txt$/)
    await expectAccessible(page)
  })
})

test.describe('with a finger', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('one wipes, pinches, reads, hides, deletes and brings back', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 2000 })
    const first = await make(page, { prompt: 'A dune' })
    await expect(openerOf(page, first)).toBeVisible()
    const second = await make(page, { prompt: 'A glacier' })
    await expect(openerOf(page, second)).toBeVisible()
    await openRecord(page, second)
    const viewer = viewerOf(page, text)
    const [dune, glacier] = [
      viewer.getByRole('img', { name: 'A dune' }),
      viewer.getByRole('img', { name: 'A glacier' }),
    ]
    await expect(glacier).toBeVisible()
    await expectAccessible(page)
    // Without a pointer there are no tooltips: each button shows its label.
    for (const key of ['history_download', 'work_use'] as const)
      expect(await labelHeight(actionsOf(page, text), text(key))).toBeGreaterThan(8)

    const touch = await page.context().newCDPSession(page)
    await drag(touch, [{ from: [300, 400], to: [80, 410] }])
    await expect(dune).toBeVisible()
    await drag(touch, [{ from: [80, 400], to: [300, 390] }])
    await expect(glacier).toBeVisible()
    await drag(touch, [
      { from: [170, 400], to: [110, 400] },
      { from: [220, 400], to: [280, 400] },
    ])
    await expect(viewer.getByRole('button', { name: /^(?!100)\d{3}%/ })).toBeVisible()
    await page.keyboard.press('0')

    await viewer.getByRole('button', { name: text('history_details') }).click()
    const sheet = viewer.getByRole('complementary', { name: text('history_details') })
    await expect(sheet).toContainText('A glacier')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: text('history_close') }).click()
    await expect(sheet).toBeHidden()

    await actionsOf(page, text)
      .getByRole('button', { name: text('stage_make_private') })
      .click()
    await expect.poll(async () => (await record(page, second)).is_public).toBe(false)
    await actionsOf(page, text)
      .getByRole('button', { name: text('history_delete') })
      .click()
    await expectAccessible(page)
    await page
      .getByRole('dialog', { name: text('remove_title', { shown: 1 }) })
      .getByRole('button', { name: text('history_delete'), exact: true })
      .click()
    await expect(dune).toBeVisible()
    const undo = page.getByRole('button', { name: text('work_undo') })
    // A toast that has the keyboard takes no keys from the viewer.
    await undo.focus()
    await page.keyboard.press('+')
    await expect(viewer.getByRole('button', { name: /^(?!100)\d{3}%/ })).toBeVisible()
    await page.keyboard.press('0')
    await undo.click()
    await expect(page.getByText(text('work_restored', { shown: 1 }))).toBeVisible()
    await expect(viewer.getByRole('button', { name: text('history_previous') })).toBeEnabled()
    await page.keyboard.press('ArrowLeft')
    await expect(glacier).toBeVisible()
    await drag(touch, [{ from: [200, 300], to: [205, 560] }])
    await expect(viewer).toBeHidden()
    const order = page.getByRole('main').locator('[data-viewer-opener]')
    await expect(order.first()).toHaveAttribute('data-viewer-opener', second)
  })
})

/** In px; 1 where only screen readers get the label. */
async function labelHeight(actions: Locator, label: string): Promise<number> {
  return (await boxOf(actions.getByText(label, { exact: true }))).height
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is nowhere on the page')
  return box
}

/** The name under which the browser keeps what an action makes it download; an empty file fails. */
async function downloaded(page: Page, action: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  expect((await readFile(await download.path())).length).toBeGreaterThan(0)
  return download.suggestedFilename()
}

type Way = { from: [number, number]; to: [number, number] }

/** Moves fingers along their ways at the same time, in steps, as a touch screen reports them. */
async function drag(touch: CDPSession, ways: readonly Way[]): Promise<void> {
  const steps = 6
  const at = (step: number) =>
    ways.map(({ from, to }, id) => ({
      id,
      x: from[0] + ((to[0] - from[0]) * step) / steps,
      y: from[1] + ((to[1] - from[1]) * step) / steps,
    }))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
