import { boss, environments } from '../environments.ts'
import { act, enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, forgetSession, sizes, test } from '../product.ts'
import { jobs } from '../work.ts'

test.use({
  environment: environments.unrefunded,
})

test.describe('en, on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('the operator gives, takes, suspends and lifts it, says why each time, and reads it in the log', {
    tag: '@smoke',
  }, async ({ page, installation, account, text }) => {
    const email = await account({ credits: 100 })
    await enterAsOperator(page, { url: installation.url, path: '/admin' })
    await expect(page.getByRole('heading', { level: 1, name: text('admin_title') })).toBeVisible()
    await page.getByRole('button', { name: text('admin_ledger_verify') }).click()
    await expect(page.getByText(text('admin_ledger_right'))).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: text('admin_tab_accounts'), exact: true }).click()
    await page.getByRole('searchbox').fill(email.slice(0, 8))
    await page.getByRole('button', { name: text('admin_find') }).click()
    await page.getByRole('link', { name: email }).click()
    await expect(page.getByRole('heading', { name: email })).toBeVisible()

    await page.getByRole('button', { name: text('admin_grant') }).click()
    const dialog = page.getByRole('dialog', { name: text('admin_grant') })
    await dialog.getByRole('button', { name: text('admin_grant') }).click()
    await expect(dialog.getByText(text('admin_reason_missing'))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await act(page, text, {
      title: text('admin_grant'),
      reason: 'the outage of Monday',
      fill: '40',
    })
    await act(page, text, { title: text('admin_take'), reason: 'given twice', fill: '15' })
    await act(page, text, { title: text('admin_suspend'), reason: 'spam' })
    await act(page, text, { title: text('admin_resume'), reason: 'it was another one' })
    const statement = page.getByRole('table', { name: text('admin_statement') })
    await expect(statement.getByRole('row', { name: /−15.*125/ })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: text('admin_tab_audit') }).click()
    const log = page.getByRole('table', { name: text('admin_acts') })
    for (const why of ['the outage of Monday', 'given twice', 'spam', 'it was another one']) {
      await expect(
        log.getByRole('row', { name: new RegExp(`${boss}.*${email}.*${why}`) }),
      ).toBeVisible()
    }
    const prices = page.getByRole('link', { name: text('admin_tab_prices') })
    await prices.click()
    await expect(prices).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  })

  test('other accounts get a 404 for the page', async ({ page, enter, open, text }) => {
    await open('/admin')
    await expect(page.getByRole('heading', { name: text('app_not_found_title') })).toBeVisible()
    await enter('/admin/accounts')
    await expect(page.getByRole('heading', { name: text('app_not_found_title') })).toBeVisible()
    expect(
      await page.evaluate(() => fetch('/api/admin/accounts').then(({ status }) => status)),
    ).toBe(404)
  })
})

test.describe('zh, on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone })

  test('failed work is found, refunded once and tried again at no charge', async ({
    page,
    installation,
    enter,
    text,
  }) => {
    const email = await enter('/creator/history/video', { credits: 500 })
    const id = await jobs.video(page)
    const status = () =>
      page.evaluate((at) => fetch(at).then((answer) => answer.json()), `/api/generations/${id}`)
    await expect.poll(async () => (await status()).status).toBe('failed')
    await forgetSession(page)

    await enterAsOperator(page, {
      url: installation.url,
      path: `/zh/admin/generations?find=${encodeURIComponent(email)}`,
    })
    await page
      .getByRole('table', { name: text('admin_tab_generations') })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('table', { name: text('admin_timeline') })).toBeVisible()
    await expectAccessible(page)
    await act(page, text, { title: text('admin_refund'), reason: '服务中断' })
    await expect(page.getByRole('button', { name: text('admin_refund'), exact: true })).toHaveCount(
      0,
    )
    await act(page, text, { title: text('admin_retry'), reason: '服务中断' })
    await expect(page).not.toHaveURL(new RegExp(id))
    await expect(page.getByText(text('admin_retry_of'))).toBeVisible()
    await page.getByRole('link', { name: id }).click()
    await expect(page.getByRole('button', { name: text('admin_retry'), exact: true })).toHaveCount(
      0,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const verified = await installation.product.atelier('ledger', 'verify')
    expect(verified.code, verified.output + verified.said).toBe(0)
  })
})
