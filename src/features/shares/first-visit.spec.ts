import { expect, sizes, test } from '#e2e/product.ts'
import { allCode, looksAsWithWholeStyle, openStatic, shifts } from '#e2e/static-page.ts'
import { completed, jobs } from '#e2e/work.ts'

for (const [size, viewport] of Object.entries({ ...sizes, short: { width: 720, height: 450 } }))
  for (const theme of ['dark', 'light'])
    test(`Explore looks as with its whole style: ${size}, ${theme}`, async ({
      page,
      installation,
      context,
    }) => {
      await page.setViewportSize(viewport)
      await context.addCookies([{ name: 'theme', value: theme, url: installation.url }])
      await page.route(allCode, (route) => route.abort())
      await openStatic(page, `${installation.url}/explore`)
      expect(await looksAsWithWholeStyle(page)).toBe(true)
    })

test('nothing moves when the app takes its place on Explore', async ({ page, open }) => {
  await open('/explore')
  expect(await shifts(page)).toBe(0)
})

test('the start page leads to Explore', async ({ page, open, text }) => {
  await open('/')
  const links = page.getByRole('navigation', { name: text('landing_links') })
  await links.getByRole('link', { name: text('nav_explore') }).click()
  await expect(page).toHaveURL(/\/explore$/)
})

test.describe('with a finger', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('the button that shares a result shows its label', async ({ page, enter, text }) => {
    await enter('/creator/history/image', { credits: 500 })
    const id = await jobs.images(page)
    await completed(page, id)
    await page.getByRole('main').locator(`[data-viewer-opener="${id}"]`).first().click()
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    // Without a pointer there are no tooltips.
    const label = viewer.locator('footer').getByText(text('share_action'), { exact: true })
    expect((await label.boundingBox())?.height).toBeGreaterThan(8)
  })
})
