import type { Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, sizes, type Text, test, waitForHydration } from '../product.ts'
import { allCode, looksAsWithWholeStyle, openStatic, shifts } from '../static-page.ts'

const imagePage = '/creator/image/text-to-image'
/** Public pages without a form of the studio. */
const publicPages = ['/pricing']
const prompt = 'A fox in the snow'
const field = (page: Page, text: Text) => page.getByLabel(text('field_prompt'), { exact: true })
const submit = (page: Page) => page.locator('button[type="submit"][form]')
const appCode = /\/assets\/(?!boot-)[^/]+\.js$/

/** Keeps back what matches until it is released. */
async function holdBack(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.fallback()
  })
  return async () => {
    release()
    await waitForHydration(page)
  }
}

/** What was fetched, by its file name without the hash. */
function recordCode(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([^/]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name) names.push(name)
  })
  return names
}

test.describe('before its code is there', () => {
  for (const [which, pattern] of Object.entries({ 'any code': allCode, 'the app': appCode }))
    test(`a form keeps what is typed and chosen: before ${which}`, async ({
      page,
      installation,
      text,
    }) => {
      const release = await holdBack(page, pattern)
      await openStatic(page, installation.url + imagePage, 'commit')
      await field(page, text).click()
      await page.keyboard.type(prompt)
      await page.getByRole('radio', { name: /512 × 512/ }).check({ force: true })
      await page.getByRole('radio', { name: '3', exact: true }).check({ force: true })
      await page.getByRole('switch', { name: text('create_public') }).uncheck()
      await field(page, text).focus()
      for (let left = 0; left < 4; left++) await page.keyboard.press('ArrowLeft')
      await release()

      await expect(field(page, text)).toHaveValue(prompt)
      await expect(page.getByRole('radio', { name: /512 × 512/ })).toBeChecked()
      await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
      await expect(page.getByRole('switch', { name: text('create_public') })).not.toBeChecked()
      await expect(submit(page)).toContainText('90')
      await expect(field(page, text)).toBeFocused()
      await page.keyboard.type('deep ')
      await expect(field(page, text)).toHaveValue('A fox in the deep snow')
      await page.reload()
      await waitForHydration(page)
      await expect(field(page, text)).toHaveValue('A fox in the deep snow')
    })

  test('a button is answered once it can be, with the words kept', async ({
    page,
    installation,
    text,
  }) => {
    const release = await holdBack(page, appCode)
    await openStatic(page, installation.url + imagePage)
    await field(page, text).fill(prompt)
    await submit(page).click()
    await expect(page).toHaveURL(installation.url + imagePage)
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(page.getByRole('dialog', { name: text('sign_in_title') })).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
  })

  test('the shortcut is answered, too', async ({ page, installation, text }) => {
    const release = await holdBack(page, appCode)
    await openStatic(page, installation.url + imagePage)
    await field(page, text).fill(prompt)
    await field(page, text).press('Control+Enter')
    await release()
    await expect(page.getByRole('dialog', { name: text('sign_in_title') })).toBeVisible()
  })

  test('nothing opens empty, and what opens is the last that was asked for', async ({
    page,
    installation,
    text,
  }) => {
    const release = await holdBack(page, allCode)
    await openStatic(page, installation.url + imagePage, 'commit')
    await page.getByRole('button', { name: text('create_price_how') }).click()
    await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
    await release()

    const again = await holdBack(page, appCode)
    await page.evaluate(() => sessionStorage.clear())
    await openStatic(page, installation.url + imagePage)
    await page.getByRole('button', { name: text('create_price_how') }).click()
    await page.getByRole('button', { name: text('app_theme') }).click()
    await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
    await again()
    const isOpen = (key: string) =>
      expect(page.getByRole('button', { name: text(key) })).toHaveAttribute
    await isOpen('app_theme')('aria-expanded', 'true')
    await isOpen('create_price_how')('aria-expanded', 'false')
  })

  test('a link works by itself; with words in the form it waits and keeps them', async ({
    page,
    installation,
    text,
  }) => {
    const release = await holdBack(page, appCode)
    await openStatic(page, installation.url + imagePage)
    const other = page.getByRole('link', { name: text('create_start_image'), exact: true })
    await other.click()
    await expect(page).toHaveURL(/image-to-image$/)
    await page.goBack()
    await field(page, text).fill(prompt)
    await other.click()
    await expect(page).toHaveURL(installation.url + imagePage)
    await release()
    await expect(page).toHaveURL(/image-to-image$/)
    await expect(field(page, text)).toHaveValue(prompt)
  })
})

test('a file is chosen once it can be', async ({ page, installation, text }) => {
  const release = await holdBack(page, appCode)
  await openStatic(page, `${installation.url}/creator/image-to-video/image-to-video`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByText(text('inputs_choose_image')).first().click()
  await release()
  await (await chooser).setFiles(mediaPath('photo.jpg'))
  await expect(page.getByText(text('inputs_sign_in_why')).first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, isMobile: true })

  test('the first touch brings the app, nothing moves, and no code comes before', async ({
    page,
    installation,
    text,
  }) => {
    const code = recordCode(page)
    await openStatic(page, installation.url + imagePage)
    await page.waitForLoadState('networkidle')
    expect(code).toEqual(['boot'])
    await expect(page.getByRole('button', { name: text('app_sign_in'), exact: true })).toBeVisible()
    await field(page, text).tap()
    await page.keyboard.type(prompt)
    await expect(page.locator('#app[data-static]')).toHaveCount(0)
    await expect(field(page, text)).toHaveValue(prompt)
    await expect(field(page, text)).toBeFocused()
    expect(await shifts(page)).toBe(0)
  })

  test('the start page needs no code, and follows what was chosen before it came', async ({
    page,
    installation,
    text,
  }) => {
    const code = recordCode(page)
    await openStatic(page, installation.url)
    await page.waitForLoadState('networkidle')
    expect(code).toEqual(['boot'])
    const release = await holdBack(page, appCode)
    const sample = page.getByRole('button', { name: text('sample_forest') })
    await sample.tap()
    await release()
    await expect(sample).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('img', { name: text('sample_forest') })).toBeVisible()

    await page.goto(installation.url)
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(page.locator('#app[data-static]')).toHaveCount(0)
    expect(await shifts(page)).toBe(0)
  })

  test('the menu opens with the touch that brings the app', async ({
    page,
    installation,
    text,
  }) => {
    await openStatic(page, installation.url + imagePage)
    await page.getByRole('button', { name: text('nav_open') }).tap()
    await expect(page.getByRole('dialog').getByRole('navigation').first()).toBeVisible()
  })

  test('a press waits for a connection that was lost', async ({ page, installation, text }) => {
    await page.route(appCode, (route) => route.abort())
    await openStatic(page, installation.url + imagePage)
    await field(page, text).tap()
    await page.keyboard.type(prompt)
    await submit(page).tap()
    await page.waitForTimeout(500)
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('dialog', { name: text('sign_in_title') })).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
  })

  test('a visitor who is signed in waits for no touch', async ({ page, text, enter }) => {
    await enter(imagePage)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await expect(tab.locator('#app[data-static]')).toHaveCount(0)
    await expect(tab.getByRole('button', { name: text('app_sign_in'), exact: true })).toHaveCount(0)
  })
})

test.describe('as it is painted first', () => {
  for (const [size, viewport] of Object.entries({ ...sizes, short: { width: 720, height: 450 } }))
    for (const theme of ['dark', 'light'])
      test(`a page looks as with its whole style: ${size}, ${theme}`, async ({
        page,
        installation,
        context,
      }) => {
        await page.setViewportSize(viewport)
        await context.addCookies([{ name: 'theme', value: theme, url: installation.url }])
        await page.route(allCode, (route) => route.abort())
        for (const path of [
          '/',
          imagePage,
          '/zh/creator/video',
          '/creator/video-to-audio',
          ...publicPages,
        ]) {
          await openStatic(page, installation.url + path)
          expect(await looksAsWithWholeStyle(page), path).toBe(true)
        }
      })

  for (const path of ['/', imagePage, ...publicPages])
    test(`nothing moves when the app takes its place: ${path}`, async ({ page, open }) => {
      await open(path)
      expect(await shifts(page)).toBe(0)
    })
})
