import { languages } from '#platform/languages/languages.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

const week = 7 * 24 * 60 * 60

test('the side panel folds with Ctrl+B and remembers it for seven days', async ({
  page,
  text,
  open,
  context,
}) => {
  await open('/creator/image/text-to-image')
  const panel = page.getByRole('button', { name: text('nav_collapse') })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: text('nav_expand') })).toBeVisible()

  const cookies = await context.cookies()
  const lifetimes = cookies
    .filter(({ name }) => /panel|side/.test(name))
    .map(({ expires }) => expires - Date.now() / 1000)
  expect(lifetimes).toHaveLength(1)
  expect(Math.abs((lifetimes[0] ?? 0) - week)).toBeLessThan(120)
  await page.reload()
  await expect(page.getByRole('button', { name: text('nav_expand') })).toBeVisible()
})

test('the banner says that results are samples only where they are', async ({
  page,
  text,
  open,
}) => {
  const banner = page.getByRole('banner')
  await open('/creator/image/text-to-image')
  await expect(banner).toContainText(text('app_demo_mark_hint'))
  // As the server answers in demo mode with a provider's key.
  await page.route('**/api/settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), sample_results: false },
    })
  })
  await page.reload()
  await expect(banner).toContainText(text('app_demo_mark_real'))
  await expect(banner).not.toContainText(text('app_demo_mark_hint'))
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true })

  test('the navigation slides over the page and goes with Escape', async ({ page, text, open }) => {
    await open('/creator/image/text-to-image')
    await page.getByRole('button', { name: text('nav_open') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: text('nav_text_to_image') })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('every entry of the navigation leads somewhere, and no page is a dead end', {
  tag: '@smoke',
}, async ({ page, text, open }) => {
  test.setTimeout(240_000)
  await open('/')
  const nav = page.getByRole('navigation')
  const paths = await nav
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const all = [...new Set([...paths.filter((path) => !path.startsWith('/api/')), ...expectedPaths])]
  for (const path of all) {
    await open(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText(text('app_not_found_title'))).toHaveCount(0)
    expect(
      await page
        .getByRole('main')
        .getByRole('link')
        .or(page.getByRole('main').getByRole('button'))
        .count(),
    ).toBeGreaterThan(0)
    if (!isForm(path)) await expectAccessible(page)
  }
})

/** Forms are tried one by one in pages.spec.ts. */
const isForm = (path: string) => path.startsWith('/creator/') && !path.includes('/history')

/** Every path of the specification (docs/spec/creation.md#pages). */
const expectedPaths = [
  '/creator/ai-image-editor',
  '/creator/ai-image-editor/flux-pro-kontext',
  '/creator/ai-image-editor/nano-banana-edit',
  '/creator/ai-image-editor/qwen-image-edit',
  '/creator/video',
  '/creator/video/first-to-last-frame',
  '/creator/video/vace',
  '/creator/video/text-to-video',
  '/creator/video/text-to-video-pro',
  '/creator/video/wan-v2-2-5b',
  '/creator/video/wan-v2-2-a14b',
  '/creator/image-to-video/image-to-video',
  '/creator/image-to-video/image-to-video-pro',
  '/creator/image',
  '/creator/image/text-to-image',
  '/creator/image/image-to-image',
  '/creator/image-understanding',
  '/creator/image-understanding/history',
  '/creator/video-to-audio',
  '/creator/text-to-speech',
  '/creator/text-to-music',
  '/creator/audio-to-audio',
  '/creator/speech-to-text',
  '/creator/text',
  '/creator/image-to-3d',
  '/creator/text-to-3d',
  '/creator/history',
  '/creator/history/video',
  '/creator/history/image',
  '/creator/history/image-editing',
  '/creator/history/image-understanding',
  '/creator/history/audio',
  '/creator/history/speech',
  '/creator/history/music',
  '/creator/history/transcription',
  '/creator/history/text',
  '/creator/history/3d',
  '/pricing',
]

test('the language changes in place, keeping the page and its query', async ({
  page,
  text,
  open,
}) => {
  await open('/creator/history/image?page=2')
  await page.getByRole('button', { name: text('account_language') }).click()
  const menu = page.getByRole('dialog', { name: text('account_language') })
  await expect(menu.getByRole('link')).toHaveText(['English', '中文', 'Deutsch'])
  await expect(menu).toContainText(text('account_language_unreviewed', { names: '中文, Deutsch' }))
  await expectAccessible(page)
  await menu.getByRole('link', { name: '中文' }).click()
  await expect(page).toHaveURL(/\/zh\/creator\/history\/image\?page=2$/)
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/[^h]\/creator\/history\/image\?page=2$/)
  await expect(page.getByRole('heading', { name: text('history_image') }).first()).toBeVisible()
})

for (const theme of ['dark', 'light'] as const) {
  for (const locale of languages) {
    test.describe(`${theme}, ${locale}`, () => {
      test.use({ language: locale, viewport: { width: 320, height: 700 } })

      test('the pages fit 320 px and axe finds nothing', {
        tag: theme === 'dark' && locale === 'zh' ? '@smoke' : [],
      }, async ({ page, open, context, installation }) => {
        await context.addCookies([{ name: 'theme', value: theme, url: installation.url }])
        for (const path of [
          '/',
          '/creator/image/text-to-image',
          '/creator/history/image',
          '/pricing',
          '/nowhere',
        ]) {
          await open(path)
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
          await expect(page.getByRole('heading').first()).toBeVisible()
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          )
          expect(overflow).toBeLessThanOrEqual(0)
          await expectAccessible(page)
        }
      })
    })
  }
}

test('the data of a page is fetched while the pointer rests on its link', async ({
  page,
  text,
  enter,
}) => {
  await page.setViewportSize(sizes.wide)
  await enter('/creator/image/text-to-image')
  const data = page.waitForResponse(/\/api\/image-generation\/history(\?|$)/)
  await page.getByRole('link', { name: text('nav_history'), exact: true }).hover()
  await data
  await expect(page).toHaveURL(/text-to-image/)
})

test('signing out ends the session on the server too', async ({
  page,
  text,
  enter,
  installation,
  context,
}) => {
  const email = await enter('/creator/history/image')
  const cookies = await context.cookies()
  await page.getByRole('button', { name: text('app_account_of', { email }) }).click()
  await page.getByText(text('app_sign_out')).click()
  await expect(page.getByRole('button', { name: text('app_sign_in') }).first()).toBeVisible()
  await context.addCookies(cookies)
  expect((await page.request.get(`${installation.url}/api/account`)).status()).toBe(401)
})
