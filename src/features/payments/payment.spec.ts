import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Locale, sizes, type Text, test } from '#e2e/product.ts'

const prompt = 'A lighthouse at night, long exposure'
const form = '/creator/image/text-to-image'
/** Of one image of the form, and of the smallest pack, in credits. */
const price = 30
const pack = 1_000

const number = (value: number, language: Locale) =>
  value.toLocaleString(language === 'zh' ? 'zh-CN' : 'en')
const money = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** The button that buys the smallest pack. */
function buyButton(text: Text, language: Locale) {
  const bought = text('pricing_pack', { credits: number(pack, language) })
  return { name: text('pricing_buy_of', { pack: bought, price: money(1_000) }) }
}

const onCheckout = (page: Page) => page.waitForURL(/\/demo\/checkout\//)
const press = (page: Page, act: string) => page.locator(`button[value=${act}]`).click()

for (const [language, size] of [
  ['en', 'wide'],
  ['zh', 'phone'],
] as const) {
  test.describe(`${language}, ${size}`, () => {
    test.use({ language, viewport: sizes[size], hasTouch: size === 'phone', locale: language })

    test('from a form to signing in, buying, and back to the same form, to the image and its receipt', {
      tag: language === 'en' ? '@smoke' : [],
    }, async ({ page, text, open, account, signIn }) => {
      const email = await account({ credits: 0, paid: false })
      await open(form)
      const field = page.getByLabel(text('field_prompt'), { exact: true })
      await field.fill(prompt)
      await page.getByRole('radio', { name: /512/ }).check({ force: true })
      const make = page.getByRole('button', {
        name: text('create_submit', { count: 1, credits: price }),
      })
      await make.click()
      await page.getByRole('dialog').getByText(text('sign_in_with_google')).click()
      await signIn(email)
      await expect(field).toHaveValue(prompt)

      const upgrade = page.getByRole('dialog', { name: text('upgrade_credits_title') })
      await expect(async () => {
        if (!(await upgrade.isVisible())) await make.click({ timeout: 1_000 })
        await expect(upgrade).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expect(upgrade).toContainText(text('upgrade_enough'))
      await expectAccessible(page)
      const buy = upgrade.getByRole('button', buyButton(text, language))
      await page.context().setOffline(true)
      await buy.click()
      await expect(page.getByText(text('pricing_no_answer'))).toBeVisible()
      await page.context().setOffline(false)
      await buy.click()
      await onCheckout(page)
      await expect(page.getByText(email)).toBeVisible()
      await expectAccessible(page)
      await press(page, 'decline')
      await expect(page.getByRole('alert')).toBeVisible()
      await press(page, 'pay')

      await expect(page).toHaveURL(new RegExp(`${form}$`))
      await expect(
        page.getByText(text('done_arrived', { credits: number(pack, language) })).first(),
      ).toBeVisible()
      await expect(field).toHaveValue(prompt)
      await expect(page.getByRole('radio', { name: /512/ })).toBeChecked()
      const balance = (credits: number) =>
        page.getByText(text('app_balance', { credits: number(credits, language) })).first()
      await expect(balance(pack)).toBeVisible()

      await make.click()
      const stage = page.getByRole('region', { name: text('stage_label') })
      await expect(stage.getByRole('button', { name: text('stage_download') })).toBeVisible()
      await expect(balance(pack - price)).toBeVisible()
      await stage.getByRole('button', { name: text('receipt_title') }).click()
      const receipt = page.getByRole('dialog', { name: text('receipt_title') })
      await expect(receipt).toContainText(text('receipt_credits', { count: price, credits: price }))
      await receipt.getByRole('link', { name: text('receipt_in_ledger') }).click()
      const purchase = page.getByRole('row').filter({ hasText: money(1_000) })
      await expect(purchase).toContainText(`+${number(pack, language)}`)
    })
  })
}

test.describe('the prices', () => {
  test.use({ viewport: sizes.phone, hasTouch: true })

  test('sell to a visitor who signs in for it, wait for a slow bank, and show what arrived in every tab', async ({
    page,
    context,
    text,
    open,
    account,
    signIn,
  }) => {
    const email = await account({ credits: 0, paid: false })
    await open('/pricing')
    await expect(page.getByRole('heading', { level: 1, name: text('pricing_title') })).toBeVisible()
    await expect(page.getByText(text('pricing_demo'))).toBeVisible()
    await expect(page.getByRole('row', { name: /FLUX.1 dev/ })).toContainText(String(price))
    await expectAccessible(page)

    await page.getByRole('button', buyButton(text, 'en')).click()
    await page.getByRole('dialog').getByText(text('sign_in_with_google')).click()
    await signIn(email)
    await onCheckout(page)
    await page.goBack()
    await expect(page.getByRole('button', buyButton(text, 'en'))).toBeEnabled()
    await page.getByRole('button', buyButton(text, 'en')).click()
    await onCheckout(page)
    await press(page, 'cancel')
    await expect(page.getByRole('heading', { level: 1, name: text('pricing_title') })).toBeVisible()
    await page.getByRole('button', buyButton(text, 'en')).click()
    await onCheckout(page)

    const other = await context.newPage()
    await other.goto(new URL('/pricing', page.url()).href)
    await expect(other.getByText(text('pricing_you_have', { credits: 0 }))).toBeVisible()

    await press(page, 'later')
    await expect(page.getByText(text('done_bank'))).toBeVisible()
    await expectAccessible(page)
    const arrived = page.getByRole('heading', {
      name: text('done_arrived', { credits: number(pack, 'en') }),
    })
    await expect(arrived).toBeVisible()
    await expect(page.getByText(money(1_000))).toBeVisible()
    await expectAccessible(page)
    await expect(
      other.getByText(text('pricing_you_have', { credits: number(pack, 'en') })),
    ).toBeVisible()

    await open('/pricing/done?payment=nonsense')
    await expect(page.getByText(text('done_missing'))).toBeVisible()
    await open('/pricing/done')
    await expect(page.getByText(text('done_nothing'))).toBeVisible()
  })
})
