import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, forgetSession, sizes, test } from '#e2e/product.ts'
import { completed, jobs } from '#e2e/work.ts'

// A studio of its own: a budget stops the starts of all.
test.use({ environment: { ...environments.usual }, viewport: sizes.wide })

const prices = {
  prices: [
    {
      endpoint_id: 'fal-ai/flux/schnell',
      unit_price: 0.003,
      unit: 'images',
      currency: 'USD',
    },
  ],
}
const fileOf = (name: string, text: string) => ({
  ...{ name, mimeType: 'application/json' },
  buffer: Buffer.from(text),
})

test('the operator imports prices, sees the margin of a job, and a budget stops the next', async ({
  page,
  installation: { url },
  enter,
  text,
}) => {
  await enterAsOperator(page, { url, path: '/admin/costs' })
  const submit = async (title: string) => {
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
    await dialog.getByRole('button', { name: title, exact: true }).click()
    return dialog
  }
  const open = (title: string) => page.getByRole('button', { name: title, exact: true }).click()

  const importTitle = text('admin_cost_import')
  await open(importTitle)
  const input = page.locator('input[type=file]').first()
  const wrong = JSON.stringify(prices).replace('0.003', '-1')
  await input.setInputFiles(fileOf('prices.json', wrong))
  const dialog = await submit(importTitle)
  await expect(dialog.getByRole('alert')).toContainText('must not be negative')
  await input.setInputFiles(fileOf('prices.json', JSON.stringify(prices)))
  await dialog.getByRole('button', { name: importTitle, exact: true }).click()
  await expect(dialog).toBeHidden()
  const priceTable = page.getByRole('table', { name: text('admin_cost_prices') })
  await expect(priceTable.getByRole('row', { name: /flux\/schnell.*\$0\.003/ })).toBeVisible()

  await open(text('admin_cost_set_value'))
  await page.getByRole('textbox', { name: text('admin_cost_value_label') }).fill('0.01')
  await expect(await submit(text('admin_cost_set_value'))).toBeHidden()
  await expect(page.getByText(text('admin_cost_value', { value: '$0.01' }))).toBeVisible()

  await forgetSession(page)
  await enter('/creator/history/image', { credits: 500 })
  await completed(page, await jobs.images(page))
  await forgetSession(page)

  await enterAsOperator(page, { url, path: '/admin/costs' })
  const margins = page.getByRole('table', { name: text('admin_cost_margins') })
  await expect(margins.getByRole('row', { name: /flux-schnell/ })).toContainText('$0.01')
  await open(text('admin_cost_set_budget'))
  await page.getByRole('textbox', { name: text('admin_cost_budget'), exact: true }).fill('0.006')
  await expect(await submit(text('admin_cost_set_budget'))).toBeHidden()
  const notice = page.getByText(text('admin_cost_stopped', { provider: 'fal' }))
  await expect(async () => {
    await page.reload()
    await expect(notice).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)

  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(
      fileOf(
        'usage.json',
        JSON.stringify({ billing_events: [{ request_id: 'x', cost_total: 1 }] }),
      ),
    )
  await open(text('admin_cost_compare'))
  const unknown = page.getByRole('table', { name: text('admin_cost_not_known') })
  await expect(unknown.getByRole('row', { name: /x/ })).toContainText('$1.00')
  await expectAccessible(page)

  await page.setViewportSize(sizes.phone)
  await expect(margins).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width)

  await forgetSession(page)
  await enter('/creator/history/image', { credits: 500 })
  await expect(jobs.images(page)).rejects.toThrow('provider_unavailable')
})
