import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Product } from '#testing/product.ts'
import { databaseOf, expect, expectAccessible, type Locale, sizes, test } from '../product.ts'

const views: readonly (readonly [Locale, keyof typeof sizes])[] = [
  ['en', 'wide'],
  ['zh', 'phone'],
]

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function expectFits(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
}

/** Signs in with another browser, which comes to the start page of that address. */
async function signInElsewhere(
  browser: Browser,
  url: string,
  email: string,
  address = '/account',
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/api/auth/sign-in?${new URLSearchParams({ return_to: address })}`)
  await page.getByRole('textbox').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(
    (now) => !now.pathname.startsWith('/demo/') && !now.pathname.startsWith('/api/'),
  )
  return page
}

for (const [language, size] of views) {
  test.describe(`${language}, ${size}`, () => {
    test.use({ language, viewport: sizes[size], hasTouch: size === 'phone' })

    test('limits and defaults are kept, said by the forms, and hold on another device', async ({
      page,
      text,
      enter,
      open,
      installation,
    }) => {
      await enter('/account', { credits: 1234 })
      await expect(page).toHaveTitle(new RegExp(`^${text('app_account')} · `))
      await expectFits(page)
      await expectAccessible(page)

      const limits = region(page, text('account_limits'))
      // Typed freely; left, it moves to the nearest number within its limits, and says so.
      const ceiling = limits.getByLabel(text('account_job_ceiling'))
      await ceiling.fill('0')
      await ceiling.blur()
      await expect(ceiling).toHaveValue('1')
      const most = (1_000_000_000).toLocaleString(language === 'zh' ? 'zh-CN' : language)
      await expect(limits).toContainText(
        text('field_adjusted', { typed: '0', min: 1, max: most, value: 1 }),
      )
      await limits.getByLabel(text('account_daily_cap')).fill('100')
      await limits.getByLabel(text('account_job_ceiling')).fill('25')
      await limits.getByRole('button', { name: text('account_save_limits') }).click()
      await expect(limits.getByText(text('account_limits_saved'))).toBeVisible()
      await expect(limits.getByText(text('account_spent_of', { spent: 0, cap: 100 }))).toBeVisible()
      await limits.getByLabel(text('account_job_ceiling')).fill('')
      await limits.getByRole('button', { name: text('account_save_limits') }).click()
      await expect(limits.getByText(text('account_limits_saved'))).toBeVisible()

      const preferences = region(page, text('account_preferences'))
      await preferences.getByText(text('account_default_public'), { exact: true }).click()
      await expect(preferences.getByText(text('account_default_private_hint'))).toBeVisible()
      const kept = { limits: { daily_cap: 100, job_ceiling: null }, default_public: false }
      await expect
        .poll(async () => (await page.request.get(`${installation.url}/api/account`)).json())
        .toMatchObject(kept)
      await page.reload()
      await expect(limits.getByLabel(text('account_daily_cap'))).toHaveValue('100')
      await expect(preferences.getByRole('switch')).not.toBeChecked()

      await open('/creator/image/text-to-image')
      const isPublic = page.getByRole('switch', { name: text('create_public') })
      await expect(isPublic).not.toBeChecked()
      await page.getByLabel(text('field_prompt'), { exact: true }).fill('a quiet sea')
      await page
        .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
        .click()
      await expect.poll(async () => (await madeLast(page))?.is_public).toBe(false)
      await page.getByText(text('create_public'), { exact: true }).click()
      await page.reload()
      await expect(isPublic).toBeChecked()
    })

    test('theme and language go along to another browser, and yield to what was just chosen there', async ({
      page,
      text,
      enter,
      browser,
      installation,
    }) => {
      const other = language === 'en' ? 'zh' : 'en'
      const email = await enter('/account')
      const preferences = region(page, text('account_preferences'))
      await preferences.getByText(text('app_theme_light'), { exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expectAccessible(page)
      await preferences.getByRole('link', { name: other === 'zh' ? '中文' : 'English' }).click()
      await expect(page).toHaveURL(other === 'zh' ? /\/zh\/account$/ : /[^h]\/account$/)
      await expect
        .poll(async () => (await page.request.get(`${installation.url}/api/account`)).json())
        .toMatchObject({ theme: 'light', language: other })

      // The very first page after signing in is drawn so: nothing flashes.
      const elsewhere = await signInElsewhere(
        browser,
        installation.url,
        email,
        language === 'zh' ? '/zh/account' : '/account',
      )
      expect(new URL(elsewhere.url()).pathname).toBe(other === 'zh' ? '/zh/account' : '/account')
      const served = await elsewhere.request.get(elsewhere.url())
      expect(await served.text()).toContain('data-theme="light"')

      // Chosen while signed out: that is the newest choice.
      await elsewhere.request.post(`${installation.url}/api/auth/sign-out`, {
        headers: { origin: installation.url },
      })
      await elsewhere.goto(`${installation.url}/creator/history`)
      await chooseTheme(elsewhere, 'dark')
      await elsewhere.goto(`${installation.url}/api/auth/sign-in?return_to=/account`)
      await elsewhere.getByRole('textbox').fill(email)
      await elsewhere.keyboard.press('Enter')
      await elsewhere.waitForURL(/\/account$/)
      await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect
        .poll(async () => (await page.request.get(`${installation.url}/api/account`)).json())
        .toMatchObject({ theme: 'dark' })
      await elsewhere.context().close()
    })

    test('a browser is signed out from another one, then all of them', async ({
      page,
      text,
      enter,
      browser,
      installation,
    }) => {
      const email = await enter('/account')
      const elsewhere = await signInElsewhere(browser, installation.url, email)
      await expect(elsewhere.getByText(email).first()).toBeVisible()

      await page.reload()
      const sessions = region(page, text('account_sessions'))
      await expect(sessions.getByRole('listitem')).toHaveCount(2)
      await expect(sessions.getByText(text('account_session_current'))).toHaveCount(1)
      await expect(sessions.getByText(/Chrom/).first()).toBeVisible()
      await expectAccessible(page)
      await sessions.getByRole('button', { name: /Chrom/ }).click()
      await expect(sessions.getByRole('listitem')).toHaveCount(1)
      expect((await elsewhere.request.get(`${installation.url}/api/account`)).status()).toBe(401)
      await elsewhere.context().close()

      await sessions.getByRole('button', { name: text('account_everywhere') }).click()
      const dialog = page.getByRole('dialog', { name: text('account_everywhere_title') })
      await expectAccessible(page)
      await dialog.getByRole('button', { name: text('account_everywhere') }).click()
      await expect(page.getByText(text('account_signed_out_title'))).toBeVisible()
      await expectAccessible(page)
    })

    test('everything is taken along, then the account goes for good', async ({
      page,
      text,
      enter,
      signIn,
      installation,
    }) => {
      const email = await enter('/account', { credits: 3 })
      const data = region(page, text('account_export'))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        data.getByRole('button', { name: text('account_export_begin') }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/\.zip$/)
      await download.delete()

      await region(page, text('account_delete'))
        .getByRole('button', { name: text('account_delete_begin') })
        .click()
      const dialog = page.getByRole('dialog', { name: text('account_delete_title') })
      const confirm = dialog.getByRole('button', { name: text('account_delete_confirm') })
      await expect(
        dialog.getByText(text('account_delete_credits', { count: 3, credits: 3 })),
      ).toBeVisible()
      await dialog.getByRole('textbox').fill('other@example.com')
      await confirm.click()
      await expect(dialog.getByText(text('account_delete_differs'))).toBeVisible()
      await expectAccessible(page)
      await makeSessionsOld(installation.product, email)
      await dialog.getByRole('textbox').fill(email.toUpperCase())
      await confirm.click()
      const again = dialog
        .getByRole('alert')
        .getByRole('button', { name: text('account_delete_sign_in') })
      await expect(again).toBeVisible()
      await expectAccessible(page)
      await again.click()
      await expect(page.getByText(text('account_delete_sign_in_why'))).toBeVisible()
      await page.getByRole('button', { name: text('sign_in_with_google') }).click()
      await signIn(email)
      await dialog.getByRole('textbox').fill(email)
      await confirm.click()
      await expect(page.getByRole('heading', { name: text('account_deleted_title') })).toBeVisible()
      await expectAccessible(page)
      expect((await page.request.get(`${installation.url}/api/account`)).status()).toBe(401)
      await page.getByRole('link', { name: text('app_to_start') }).click()
      await expect(page.getByRole('button', { name: text('app_sign_in') }).first()).toBeVisible()
    })

    test('the deletion dialog warns of a debt, which stays', async ({
      page,
      text,
      enter,
      installation,
    }) => {
      const email = await enter('/account', { credits: 0 })
      const beginning = region(page, text('account_delete')).getByRole('button', {
        name: text('account_delete_begin'),
      })
      const dialog = page.getByRole('dialog', { name: text('account_delete_title') })
      await beginning.click()
      await expect(dialog.getByRole('textbox')).toBeVisible()
      const none = text('account_delete_owed', { count: 0, credits: 0 })
      await expect(dialog.getByText(none)).toHaveCount(0)

      const database = await databaseOf(installation.product)
      const owner = await database
        .updateTable('account')
        .set({ owed: 1_200 })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow()
      await page.reload()
      await beginning.click()
      const warning = text('account_delete_owed', { count: 1_200, credits: '1,200' })
      await expect(dialog.getByText(warning)).toBeVisible()
      await expectAccessible(page)
      // The ledger knows of no debt.
      await database.updateTable('account').set({ owed: 0 }).where('id', '=', owner.id).execute()
      await database.destroy()
    })

    test('a key is made, shown once, works, and is revoked', {
      tag: language === 'en' ? '@smoke' : [],
    }, async ({ page, text, enter, context, installation }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await enter('/account')
      await page
        .getByRole('main')
        .getByRole('link', { name: text('keys_title') })
        .click()
      await expect(page).toHaveTitle(new RegExp(`^${text('keys_title')} · `))
      await expect(page.getByText(text('keys_none'))).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)

      await page.getByRole('button', { name: text('keys_make'), exact: true }).click()
      await expect(page.getByText(text('keys_name_missing'))).toBeVisible()
      await page.getByLabel(text('keys_name'), { exact: true }).fill('Nightly')
      await page.getByText(text('keys_reach_read'), { exact: true }).click()
      await context.setOffline(true)
      await page.keyboard.press('Enter')
      await expect(page.getByText(text('keys_make_no_answer'))).toBeVisible()
      await context.setOffline(false)
      await page.keyboard.press('Enter')
      const made = page.getByRole('region', { name: text('keys_made', { name: 'Nightly' }) })
      await made.getByRole('button', { name: text('keys_copy') }).click()
      const key = await page.evaluate(() => navigator.clipboard.readText())
      await expect(made.getByText(key)).toBeVisible()
      await expect(page.getByText(text('examples_read_key'))).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)

      const asked = await page.request.get(`${installation.url}/api/account`, {
        headers: { authorization: `Bearer ${key}`, cookie: '' },
      })
      expect(asked.status()).toBe(200)
      await page.reload()
      const line = page.getByRole('listitem').filter({ hasText: 'Nightly' })
      await expect(line).toContainText(key.slice(-4))
      await expect(page.getByText(key)).toHaveCount(0)

      await line.getByRole('button', { name: text('keys_revoke_of', { name: 'Nightly' }) }).click()
      const dialog = page.getByRole('dialog', {
        name: text('keys_revoke_title', { name: 'Nightly' }),
      })
      await expectAccessible(page)
      await dialog.getByRole('button', { name: text('keys_revoke'), exact: true }).click()
      await expect(page.getByText(text('keys_none'))).toBeVisible()
      const refused = await page.request.get(`${installation.url}/api/account`, {
        headers: { authorization: `Bearer ${key}`, cookie: '' },
      })
      expect(refused.status()).toBe(401)
    })
  })
}

async function madeLast(page: Page): Promise<{ is_public: boolean } | undefined> {
  const history = await page.request.get(new URL('/api/image-generation/history', page.url()).href)
  return (await history.json()).data[0]?.generation
}

/** As if the person had signed in two hours ago. */
async function makeSessionsOld(product: Product, email: string): Promise<void> {
  const database = await databaseOf(product)
  const owner = database.selectFrom('account').select('id').where('email', '=', email)
  const opened = sql<Date>`created_at - interval '2 hours'`
  await database
    .updateTable('session')
    .set({ created_at: opened })
    .where('account_id', '=', owner)
    .execute()
  await database.destroy()
}

/** Through the menu of the top bar; the words are English there. */
async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  const text: Record<typeof theme, string> = { dark: 'Dark', light: 'Light' }
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: text[theme], exact: true }).click()
}
