import { environments } from '#e2e/environments.ts'
import { act, enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'

// A studio of its own: it has a second provider, which cannot be reached.
test.use({
  environment: {
    ...environments.usual,
    REPLICATE_API_TOKEN: 'token',
    REPLICATE_API_URL: 'http://127.0.0.1:9',
  },
  viewport: sizes.wide,
})

const path = '/admin/model-library'

test('the operator finds an endpoint in the saved list and adds it at a proposed price', async ({
  page,
  installation: { url },
  text,
}) => {
  await enterAsOperator(page, { url, path: '/admin/costs' })
  const title = text('admin_cost_set_value')
  await page.getByRole('button', { name: title, exact: true }).click()
  await page.getByRole('textbox', { name: text('admin_cost_value_label') }).fill('0.01')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toBeHidden()

  await page.goto(url + path)
  const table = page.getByRole('table', { name: text('admin_library_endpoints') })
  await expect(table).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('No answer from the provider')).toBeVisible({ timeout: 30_000 })
  await expect(
    page.getByText(text('admin_library_list_never', { provider: 'replicate' })),
  ).toBeVisible()
  await expectAccessible(page)

  const find = page.getByRole('searchbox', { name: text('admin_library_find') })
  await find.fill('nothing of this name')
  await find.press('Enter')
  await expect(page.getByText(text('admin_nothing'))).toBeVisible()
  await find.fill('qwen image')
  await find.press('Enter')
  const row = table.getByRole('row').filter({ hasText: 'fal-ai/qwen-image' })
  await expect(row).toContainText('$0.03 / images')
  await expect(table.getByRole('row')).toHaveCount(2)

  await row.getByRole('button').click()
  const price = text('admin_library_proposed', { credits: 3, price: '$0.03 / images' })
  await expect(page.getByText(price)).toBeVisible()
  const form = page.getByRole('region', { name: text('admin_models_form') })
  await expect(form.getByText(text('create_price_total')).locator('xpath=..')).toContainText('3')
  await expectAccessible(page)
  await act(page, text, { title: text('admin_models_save_enabled'), reason: 'a test' })
  await page.waitForURL('**/admin/models/text-to-image/qwen-image')

  await page.goto(`${url}${path}?added=yes&find=qwen`)
  await expect(table.getByText(text('admin_library_added'), { exact: true })).toBeVisible()
  await page.setViewportSize(sizes.phone)
  await expect(table).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width)
})

test('the operator gives a price where none is proposed, and has the list read again', async ({
  page,
  installation: { url },
  text,
}) => {
  await enterAsOperator(page, { url, path: `${path}?find=topaz` })
  const table = page.getByRole('table', { name: text('admin_library_endpoints') })
  await table.getByRole('button').click()
  await expect(page.getByText(text('admin_library_unpriced'))).toBeVisible()
  const price = page.getByRole('textbox', { name: text('admin_models_import_price') })
  const use = page.getByRole('button', { name: text('admin_library_use_price') })
  await price.fill('1.5')
  await use.click()
  await expect(page.getByText(text('admin_models_price_wrong'))).toBeVisible()
  await price.fill('400')
  await use.click()
  await expect(page.getByText('"base": 400')).toBeVisible()

  await page.getByRole('link', { name: text('admin_library_back') }).click()
  const refresh = page.getByRole('button', { name: text('admin_library_refresh') })
  await refresh.click()
  await expect(page.getByText(text('admin_library_refreshing'))).toBeVisible()
  await expect(page.getByText(text('admin_library_refreshing'))).toBeHidden({ timeout: 30_000 })
  await expect(table).toBeVisible()
})
