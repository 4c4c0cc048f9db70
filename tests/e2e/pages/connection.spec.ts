import type { Locator, Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { openNavigation } from '../navigation.ts'
import { expect, type Text, test } from '../product.ts'
import { jobs, show } from '../work.ts'

const imagePage = '/creator/image/text-to-image'
const clip = mediaPath('clip.mp4')
const prompt = 'A fox in the snow'
const field = (page: Page, text: Text) => page.getByLabel(text('field_prompt'), { exact: true })
const makeButton = (page: Page) => page.locator('button[type="submit"][form]')

/** Follows an address by script: not every page has a link to every other one. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/**
 * Cuts off one chunk of the page's code and what asks for the build, as a connection does that is
 * lost before it came.
 */
async function withhold(page: Page, chunk: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js`)
  const files = /\/assets\//
  await page.route(files, (route) => {
    const request = route.request()
    return request.method() === 'HEAD' || pattern.test(request.url())
      ? route.abort()
      : route.fallback()
  })
  return () => page.unroute(files)
}

/**
 * What stands instead of a part that did not arrive, and then the part itself once the connection
 * is back.
 */
async function expectRetry(
  page: Page,
  text: Text,
  restore: () => Promise<void>,
  part: Locator,
): Promise<void> {
  const again = page.getByRole('button', { name: text('app_try_again'), exact: true })
  await expect(page.getByText(text('app_page_failed_title')).first()).toBeVisible()
  await again.click()
  // The connection must not be back while this attempt goes on: it would succeed.
  await expect(again).toBeEnabled()
  await expect(page.getByText(text('app_page_failed_title')).first()).toBeVisible()
  await restore()
  await again.click()
  await expect(part).toBeVisible()
}

test.describe('without a connection at the first use', () => {
  test('a toast appears, and the form stays', async ({ page, context, text, enter }) => {
    await enter(imagePage)
    await field(page, text).fill(prompt)
    await context.setOffline(true)
    await makeButton(page).click()
    await expect(
      page.getByRole('region', { name: text('app_messages') }).getByRole('listitem'),
    ).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
    await context.setOffline(false)
  })

  test('the sign-in dialog can be tried again', { tag: '@smoke' }, async ({ page, text, open }) => {
    const restore = await withhold(page, 'sign-in-dialog')
    await open(imagePage)
    await field(page, text).fill(prompt)
    await makeButton(page).click()
    await expectRetry(
      page,
      text,
      restore,
      page.getByRole('dialog', { name: text('sign_in_title') }),
    )
    await expect(field(page, text)).toHaveValue(prompt)
  })

  test('the upgrade dialog can be tried again', async ({ page, text, enter }) => {
    const restore = await withhold(page, 'upgrade-dialog')
    await enter(imagePage, { credits: 0 })
    await field(page, text).fill(prompt)
    await makeButton(page).click()
    await expectRetry(
      page,
      text,
      restore,
      page.getByRole('dialog', { name: text('upgrade_credits_title') }),
    )
    await expect(field(page, text)).toHaveValue(prompt)
  })

  const image = (page: Page) => page.getByRole('img', { name: prompt }).first()
  const stageParts: Record<string, (page: Page, text: Text) => Locator> = {
    job: image,
    'image-results': image,
    'session-strip': (page, text) =>
      page
        .getByRole('region', { name: text('stage_strip') })
        .getByRole('listitem')
        .first(),
  }
  for (const [chunk, part] of Object.entries(stageParts)) {
    test(`the stage stays when its part does not arrive: ${chunk}`, async ({
      page,
      text,
      enter,
    }) => {
      const restore = await withhold(page, chunk)
      await enter(imagePage)
      await field(page, text).fill(prompt)
      await makeButton(page).click()
      await expectRetry(page, text, restore, part(page, text))
      await expect(field(page, text)).toHaveValue(prompt)
    })
  }

  test('the viewer of the stage can be tried again', async ({ page, text, enter }) => {
    const restore = await withhold(page, 'result-viewer')
    await enter(imagePage)
    await field(page, text).fill(prompt)
    await makeButton(page).click()
    await page.getByRole('button', { name: text('stage_open_image', { at: 1 }) }).click()
    await expectRetry(page, text, restore, page.getByRole('dialog', { name: text('stage_viewer') }))
    await expect(field(page, text)).toHaveValue(prompt)
  })

  test('the painter of a mask can be tried again, and the files stay', async ({
    page,
    text,
    enter,
  }) => {
    const restore = await withhold(page, 'mask-dialog')
    await enter(`/creator/video/vace?task=inpainting&prompt=${prompt}`)
    const chooser = page
      .getByLabel(new RegExp(`^${text('field_video')}`))
      .and(page.locator('[type=file]'))
    await chooser.setInputFiles(clip)
    await page.getByRole('button', { name: text('inputs_mask_paint') }).click()
    await expectRetry(
      page,
      text,
      restore,
      page.getByRole('img', { name: text('inputs_mask_canvas') }),
    )
    await expect(field(page, text)).toHaveValue(prompt)
  })

  test('the viewer of the history can be tried again', async ({ page, text, enter }) => {
    const restore = await withhold(page, 'record-viewer')
    await enter('/creator/history/image')
    await jobs.images(page)
    await page.locator('[data-viewer-opener]').first().click()
    await expectRetry(
      page,
      text,
      restore,
      page.getByRole('dialog', { name: text('history_viewer') }),
    )
  })

  const routes = {
    'form-page': { from: '/pricing', to: imagePage },
    'history-list': { from: imagePage, to: '/creator/history/image' },
  }
  for (const [chunk, { from, to }] of Object.entries(routes)) {
    test(`a page can be tried again: ${chunk}`, async ({ page, text, enter }) => {
      const restore = await withhold(page, chunk)
      await enter(from)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await goTo(page, to)
      await expectRetry(page, text, restore, page.getByRole('main').getByRole('heading').first())
      await expect(page.getByText(text('app_page_failed_title'))).toHaveCount(0)
    })
  }

  test('a page opened for the first time says what is missing, and the form before it keeps its words', async ({
    page,
    text,
    enter,
  }) => {
    const restore = await withhold(page, 'keys-page')
    await enter(imagePage)
    await field(page, text).fill(prompt)
    await goTo(page, '/account/keys')
    await expectRetry(
      page,
      text,
      restore,
      page.getByRole('heading', { level: 1, name: text('keys_title') }),
    )
    await page.goBack()
    await expect(field(page, text)).toHaveValue(prompt)
  })
})

test('images that did not arrive are fetched again by themselves', async ({
  page,
  text,
  enter,
}) => {
  const media = '**/media/**'
  const failures: string[] = []
  await page.route(media, (route) => {
    failures.push(route.request().url())
    return route.abort()
  })
  await enter(imagePage)
  await field(page, text).fill(prompt)
  await makeButton(page).click()
  const image = page.getByRole('img', { name: prompt }).first()
  await expect(image).toBeAttached()
  await page.getByRole('button', { name: text('stage_open_image', { at: 1 }) }).click()
  const viewer = page.getByRole('dialog', { name: text('stage_viewer') })
  await expect(viewer.getByRole('alert')).toBeVisible()
  expect(failures).not.toHaveLength(0)

  await page.unroute(media)
  const widthOf = (one: Locator) =>
    one.evaluate((element: HTMLImageElement) => element.naturalWidth)
  await expect.poll(() => widthOf(viewer.getByRole('img', { name: prompt }))).toBeGreaterThan(0)
  await expect(viewer.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => widthOf(image)).toBeGreaterThan(0)
})

test('a video that failed to load is loaded again when the connection returns', async ({
  page,
  context,
  text,
  enter,
}) => {
  const files = /\/media\/.*\.mp4/
  await page.route(files, (route) => route.abort())
  await enter('/creator/video/text-to-video', { credits: 1000 })
  await jobs.video(page)
  await show(page, text('stage_strip'), 'A slow tide')
  const player = page.getByRole('region', { name: text('work_video', { prompt: 'A slow tide' }) })
  await expect(player.getByRole('alert')).toBeVisible()

  await page.unroute(files)
  await context.setOffline(true)
  const request = page.waitForRequest(files, { timeout: 30_000 })
  await context.setOffline(false)
  await request
  const video = player.locator('video')
  const isPlayable = await video.evaluate(
    (element: HTMLVideoElement) => element.canPlayType('video/mp4') !== '',
  )
  if (isPlayable) await expect(player.getByRole('alert')).toHaveCount(0)
})

test('an update under an open tab is announced, and a reload keeps what was typed', async ({
  page,
  text,
  enter,
}) => {
  await enter(imagePage)
  await field(page, text).fill(prompt)
  // From now on the server has another build, and no file of this page's own.
  const files = /\/assets\//
  await page.route(files, (route) => route.fulfill({ status: 404, body: '' }))
  const link = page.getByRole('link', { name: text('nav_history'), exact: true }).first()
  await openNavigation(page, text)
  await link.hover()
  const toast = page.getByRole('region', { name: text('app_messages') }).getByRole('listitem')
  await expect(toast).toContainText(text('app_updated_text'))
  await expect(field(page, text)).toHaveValue(prompt)

  await link.click()
  const main = page.getByRole('main')
  await expect(main.getByText(text('app_updated_title'))).toBeVisible()
  await expect(main.getByRole('button', { name: text('app_reload') })).toBeVisible()
  await page.goBack()
  await expect(field(page, text)).toHaveValue(prompt)

  await page.unroute(files)
  const loaded = page.waitForEvent('load')
  await toast.getByRole('button', { name: text('app_reload') }).click()
  await loaded
  await expect(field(page, text)).toHaveValue(prompt)
  await openNavigation(page, text)
  await link.click()
  await expect(page).toHaveURL(/history/)
  await expect(main.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(main.getByText(text('app_updated_title'))).toHaveCount(0)
})
