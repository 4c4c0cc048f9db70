import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '#e2e/product.ts'

test.describe('on a phone, in Chinese', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })

  test('a gift code of a link survives the sign-in, and is redeemed once', async ({
    page,
    browser,
    installation: { url },
    text,
  }) => {
    const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
    await enterAsOperator(operator, { url, path: '/zh/admin/codes' })
    const create = text('admin_code_create')
    await operator.getByRole('button', { name: create, exact: true }).click()
    const dialog = operator.getByRole('dialog', { name: create })
    await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
    const send = dialog.getByRole('button', { name: create, exact: true })
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('10,000,000')
    await dialog.getByLabel(text('admin_code_credits')).fill('700')
    await send.click()
    const created = operator.getByLabel(text('admin_code_created_text'))
    const [, code = ''] = /\/redeem\/(\S+)/.exec(await created.inputValue()) ?? []
    await expectAccessible(operator)

    await page.goto(`${url}/zh/redeem/${code}`)
    await waitForHydration(page)
    await page.getByRole('button', { name: text('redeem_sign_in_action') }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Google' }).click()
    await page.getByRole('textbox').fill('gifted@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/zh/redeem/${code}`)
    await waitForHydration(page)
    const redeem = page.getByRole('button', { name: text('redeem_action'), exact: true })
    await redeem.click()
    await expect(page.getByText(text('redeem_done', { credits: '700' }))).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${url}/zh/redeem/${code}`)
    await waitForHydration(page)
    await redeem.click()
    await expect(page.getByRole('alert')).toBeVisible()
  })
})
