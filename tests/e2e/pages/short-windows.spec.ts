import type { Locator, Page } from '@playwright/test'
import { formPaths } from '#core/pages/page-paths-contract.ts'
import { expect, type Text, test, waitForAnimations } from '../product.ts'
import { fillHistory, jobs } from '../work.ts'

/** Windows as low as a phone's in landscape or a desk's at 200 %. */
const windows = [
  { width: 1280, height: 600 },
  { width: 1024, height: 500 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 320, height: 568 },
]
/** Where what stands above the page is tried: low, and narrow too. */
const tight = windows.slice(-2)
/** Low, with width for an image and a panel beside it. */
const lowAndWide = [
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 640, height: 500 },
]

const makeButton = (page: Page) => page.locator('button[type="submit"][form]')
/** The bars of a viewer above and below its content. */
const buttonsAround = (viewer: Locator) =>
  viewer.locator(':is(header, footer) :is(button, a):visible')
const promptField = (page: Page, text: Text) =>
  page.getByLabel(text('field_prompt'), { exact: true })

/**
 * Of these elements, the names of those that are not wholly in the window or whose centre belongs
 * to something else.
 */
function findUnreachable(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isInside =
        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (isInside && element.contains(hit)) return []
      const name = element.getAttribute('aria-label') ?? element.textContent
      return [
        `${name} at ${[left, top, right, bottom].map(Math.round)}, there: ${hit?.outerHTML.slice(0, 120)}`,
      ]
    }),
  )
}

/**
 * Whether the button that spends credits is out of reach while the page stands at its top, or at
 * its end.
 */
async function findUnreachableAtEnds(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const top of [0, 100_000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    found.push(...(await findUnreachable(makeButton(page))))
  }
  return found
}

/** Every one of these elements can be pressed where the page stands now. */
async function expectReachable(page: Page, elements: Locator, where: string): Promise<void> {
  await waitForAnimations(page)
  await expect(elements.first()).toBeVisible()
  await expect.poll(() => findUnreachable(elements), { message: where, timeout: 5_000 }).toEqual([])
}

/** Every one of these elements can be pressed once it was scrolled to. */
async function expectReachableByScroll(
  page: Page,
  elements: Locator,
  where: string,
): Promise<void> {
  for (const element of await elements.all()) {
    await element.scrollIntoViewIfNeeded()
    await expectReachable(page, element, where)
  }
}

/** Runs in each of these windows, one after the other, in the page that is there. */
async function inEach(
  page: Page,
  sizes: typeof windows,
  run: (where: string) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await run(`${page.url()} at ${size.width} × ${size.height}`)
  }
}

/** Follows an address by script: not every page has a link to every other one. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

async function clickCentre(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('Nothing to click')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

// Where there is touch, controls are larger.
test.use({ hasTouch: true })

/** Only a studio's own models are of these types. */
const withoutModels: readonly string[] = [
  '/creator/video/video-to-video',
  '/creator/video/lip-sync',
  '/creator/text-to-3d',
]

test.describe('in short windows', () => {
  test('the button that spends credits can be pressed on every form, at the top and at the end', {
    tag: '@smoke',
  }, async ({ page, enter }) => {
    const [first, ...all] = formPaths
    const others = all.filter((path) => !withoutModels.includes(path))
    await enter(first, { credits: 20 })
    for (const path of [first, ...others]) {
      const title = await page.title()
      await goTo(page, path)
      if (path !== first) await expect(page).not.toHaveTitle(title)
      await expect(makeButton(page)).toBeVisible()
      await waitForAnimations(page)
      await inEach(page, windows, async (where) => {
        await expect
          .poll(() => findUnreachableAtEnds(page), { message: where, timeout: 5_000 })
          .toEqual([])
      })
    }
  })

  test('the start page shows its title and its button beside the image', async ({
    page,
    text,
    open,
  }) => {
    await open('/')
    const wide = windows.filter(({ width }) => width >= 640)
    await inEach(page, wide, async (where) => {
      await expectReachable(page, page.getByRole('heading', { level: 1 }), where)
      await expectReachable(page, page.getByRole('button', { name: text('landing_start') }), where)
    })
  })

  test('a click of the mouse starts a job, also with a result on the stage', async ({
    page,
    text,
    enter,
  }) => {
    await enter('/creator/image/text-to-image', { credits: 1000 })
    const stage = page.getByRole('region', { name: text('stage_label') })
    await inEach(page, windows, async (where) => {
      const prompt = `Seen ${where.replace(/.* at /, '')}`
      await promptField(page, text).fill(prompt)
      await expectReachable(page, makeButton(page), where)
      const created = page.waitForResponse((response) => response.url().endsWith('/create'))
      await clickCentre(page, makeButton(page))
      expect((await created).status(), where).toBe(200)
      await expect(stage.getByRole('img', { name: prompt }).first()).toBeVisible()
      await expectReachable(page, makeButton(page), `${where}, with a result`)
    })
    await stage
      .getByRole('button', { name: text('stage_open_image', { at: 1 }) })
      .first()
      .click()
    const viewer = page.getByRole('dialog', { name: text('stage_viewer') })
    await inEach(page, tight, (where) =>
      expectReachable(page, buttonsAround(viewer), `viewer, ${where}`),
    )
  })

  test('the upgrade dialog can be answered and closed', async ({ page, text, enter }) => {
    await enter('/creator/image/text-to-image', { credits: 0 })
    await promptField(page, text).fill('A fox in the snow')
    await makeButton(page).click()
    const dialog = page.getByRole('dialog', { name: text('upgrade_credits_title') })
    await expect(dialog).toBeVisible()
    await inEach(page, tight, async (where) => {
      await dialog.evaluate((element) => element.scrollTo(0, 0))
      await expectReachable(page, dialog.getByRole('button', { name: text('app_close') }), where)
      await expectReachableByScroll(page, dialog.locator('button, a, label'), where)
    })
  })

  test('the viewer, the deletion and the bar of a selection can be used', async ({
    page,
    text,
    enter,
    installation,
  }) => {
    await page.setViewportSize({ width: 720, height: 450 })
    const email = await enter('/pricing', { credits: 1000 })
    await fillHistory(installation.product, email, 40)
    const id = await jobs.images(page)
    await goTo(page, '/creator/history/image')
    await page.locator('[data-record] img').first().waitFor()
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    await goTo(page, `/creator/history/image?record=${id}`)
    await inEach(page, tight, async (where) => {
      await expectReachable(page, buttonsAround(viewer), `viewer, ${where}`)
    })

    await viewer.getByRole('button', { name: text('history_details') }).click()
    const details = viewer.getByRole('complementary', { name: text('history_details') })
    const image = viewer.locator('[data-viewer-image]')
    await inEach(page, lowAndWide, async (where) => {
      await expectReachable(page, buttonsAround(viewer), `viewer beside details, ${where}`)
      const [shown, panel] = [await image.boundingBox(), await details.boundingBox()]
      expect(shown && panel && panel.x - (shown.x + shown.width), where).toBeGreaterThanOrEqual(0)
    })
    await viewer.getByRole('button', { name: text('history_details') }).click()
    await viewer.getByRole('button', { name: text('history_close'), exact: true }).click()
    await expect(viewer).toBeHidden()

    const bar = page.getByRole('region', { name: text('history_selection') })
    await inEach(page, tight, async (where) => {
      await page.locator('[data-record]').first().focus()
      await page.keyboard.press('Space')
      await expectReachable(page, bar.getByRole('button'), `selection, ${where}`)
      await bar.getByRole('button', { name: text('history_delete') }).click()
      const dialog = page.getByRole('dialog', {
        name: text('remove_title', { count: 1, shown: '1' }),
      })
      await expectReachable(page, dialog.getByRole('button'), `deletion, ${where}`)
      await dialog.getByRole('button', { name: text('history_delete_keep') }).click()
      await expect(dialog).toBeHidden()
      await bar.getByRole('button', { name: text('history_clear_selection') }).click()
    })
  })
})
