import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, forgetSession, sizes, test } from '#e2e/product.ts'

test.use({
  environment: { ...environments.usual, STRIPE_TAX: 'exclusive', STRIPE_INVOICES: 'on' },
  viewport: sizes.wide,
})

test('a buyer finds the invoice; an operator refunds a part, and the credits go back', async ({
  page,
  installation,
  enter,
  text,
}) => {
  const email = await enter('/account/credits', { credits: 0, paid: false })
  const address = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = '{"pack":"start"}'
    const asked = await fetch('/api/payments/checkout', { method: 'POST', headers, body })
    return (await asked.json()).checkout_url as string
  })
  const paid = await page.request.post(address, { form: { act: 'pay' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await expect(page.getByRole('link', { name: text('ledger_invoice') })).toHaveAttribute(
    'href',
    `${address}/invoice`,
  )
  await expectAccessible(page)

  await forgetSession(page)
  const path = `/admin/payments?find=${encodeURIComponent(email)}`
  await enterAsOperator(page, { url: installation.url, path })
  const title = text('admin_refund_money')
  await expect(page.getByText(text('admin_tax_of', { tax: '$2.00' }))).toBeVisible()
  const tab = page.getByRole('link', { name: text('admin_tab_payments') })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  const bought = page.getByRole('table', { name: text('admin_tab_payments') }).getByRole('row')
  await bought.filter({ hasText: email }).locator('summary').click()
  await expect(page.getByText(/checkout\.session\.completed/)).toBeVisible()
  const open = page.getByRole('button', { name: new RegExp(`^${title}: ${email}`) })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: `${text('admin_amount')} (USD)` })
  await expect(amount).toHaveValue('12.00')
  await amount.fill('12.01')
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('asked by mail')
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(
    dialog.getByText(text('admin_refund_amount_wrong', { most: '$12.00' })),
  ).toBeVisible()
  await expectAccessible(page)
  await amount.fill('6')
  await expect(dialog).toContainText(
    text('admin_refund_effect', { most: '$12.00', left: '$6.00', credits: '500' }),
  )
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text('admin_refund_sent'))).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('$6.00', { exact: true })).toBeVisible()
  await expect(row.getByText(text('admin_pay_partly_refunded'))).toBeVisible()
  await open.click()
  await expect(amount).toHaveValue('6.00')
  await expectAccessible(page)

  // Revenue is shown without tax, which is a series of its own: half of 2.00 is left.
  await page.goto(`${installation.url}/admin`)
  await page.getByRole('button', { name: text('admin_fig_count') }).click()
  const money = page.getByRole('region', { name: text('admin_fig_money', { currency: 'USD' }) })
  await money.getByText(text('admin_fig_table')).click()
  const tax = money.getByRole('columnheader', { name: text('admin_fig_tax'), exact: true })
  await expect(tax).toBeVisible()
  await expect(money.getByRole('row').filter({ hasText: '$10.00' })).toContainText('$1.00')
  await expectAccessible(page)
})
