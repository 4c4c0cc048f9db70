import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

test.use({ viewport: sizes.wide })

test('a visitor reports an image, an operator removes it, and its owner reads why', async ({
  page,
  browser,
  installation: { url },
  enter,
  text,
}) => {
  await enter('/creator/history/image', { credits: 500 })
  const id = await jobs.images(page, { num_images: 1 })
  const opener = page.getByRole('main').locator(`[data-viewer-opener="${id}"]`)
  await opener.click()
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  const image = viewer.getByRole('img').first()
  await expect(image).toBeVisible()
  const address = await page.evaluate(async (record) => {
    const answer = await fetch(`/api/generations/${record}`)
    return ((await answer.json()) as { image_url: string }).image_url
  }, id)
  await page.keyboard.press('Escape')

  const visitor = await (await browser.newContext({ viewport: sizes.phone })).newPage()
  await visitor.goto(`${url}/report?address=${encodeURIComponent(address)}`)
  await expect(visitor.getByLabel(text('report_address'))).toHaveValue(address)
  await visitor.getByLabel(text('report_reason')).selectOption('person')
  await visitor.getByLabel(text('report_note')).fill('This is me')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: text('report_send'), exact: true }).click()
  await expect(visitor.getByRole('alert')).toContainText(text('report_received'))

  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/moderation' })
  await expect(operator.getByText('This is me')).toBeVisible()
  await expect(operator.getByText(`${text('report_reason_person')} · 1`)).toBeVisible()
  const file = operator.getByAltText(text('admin_reports_file'))
  await expect(file).toHaveClass(/blur/)
  await operator.getByRole('button', { name: text('admin_reports_show'), exact: true }).click()
  await expect(file).not.toHaveClass(/blur/)
  await expectAccessible(operator)
  await operator.getByRole('button', { name: text('admin_takedown'), exact: true }).click()
  const dialog = operator.getByRole('dialog', { name: text('admin_takedown') })
  await dialog.getByLabel(text('admin_takedown_note')).fill('It shows a real person')
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a report')
  await dialog.getByRole('button', { name: text('admin_takedown'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(operator.getByText(text('admin_reports_none'))).toBeVisible()

  const note = text('history_removed_text', { note: 'It shows a real person' })
  await expect(page.getByText(note)).toBeVisible()
  expect((await visitor.request.get(address)).status()).toBe(404)
  await page.getByRole('main').locator(`[data-viewer-opener="${id}"]`).click()
  await expect(viewer.getByText(note)).toBeVisible()
  await expectAccessible(page)
})

test('its page is there before any code, and nothing moves when the app takes its place', async ({
  page,
  installation: { url },
}) => {
  const answer = await page.request.get(`${url}/report`)
  expect(await answer.text()).toMatch(/data-static[\s\S]*<h1/)
  await page.goto(`${url}/report`)
  await waitForHydration(page)
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as { value?: number }).value ?? 0
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
  expect(moved).toBe(0)
})
