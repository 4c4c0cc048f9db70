import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { environments } from '../environments.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

const settings = path.join(mkdtempSync(path.join(tmpdir(), 'atelier-free-')), 'settings.json')
const allowance = { credits: 40, period: 'week' }
writeFileSync(settings, JSON.stringify({ free_mode: true, free_allowance: allowance }))

test.use({
  environment: { ...environments.usual, SETTINGS_FILE: settings },
  viewport: sizes.wide,
})

test('a person spends an allowance and reads when the next one comes', async ({
  page,
  installation: { url },
  account,
  signIn,
  open,
  text,
}) => {
  const email = await account({ credits: 0, paid: false })
  const form = '/creator/image/text-to-image'
  await page.goto(`${url}/api/auth/sign-in?${new URLSearchParams({ return_to: form })}`)
  await signIn(email)
  const header = page.getByRole('banner')
  const left = (credits: number) =>
    header.getByRole('link', { name: text('app_balance_left', { credits }), exact: true })
  await expect(left(40)).toBeVisible()
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  const submit = page.getByRole('button', {
    name: text('create_submit', { count: 1, credits: 30 }),
  })
  // What it takes is a part of the allowance; no control or page names a price.
  await expect(page.getByRole('button', { name: text('create_price_how') })).toHaveCount(0)
  await page.getByRole('button', { name: text('create_free_how'), exact: true }).click()
  const details = page.getByText(text('create_free_note'), { exact: true })
  await expect(details).toBeVisible()
  await expect(page.getByText(text('create_free_after'), { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await submit.click()
  await expect(left(10)).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()

  await submit.click()
  const dialog = page.getByRole('dialog')
  const before = text('upgrade_allowance_text').split('{date}')[0] ?? ''
  await expect(dialog.getByText(before)).toBeVisible()
  await expect(dialog.getByText(text('upgrade_see_pricing'), { exact: true })).toHaveCount(0)
  await expect(dialog.getByText(text('upgrade_free_required'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: text('limits_allowance'), exact: true }).click()
  await expect(page.getByText(text('pricing_free_intro'), { exact: true })).toBeVisible()
  await expect(page.getByText(text('account_studio_allowance_week', { credits: 40 }))).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${text('pricing_free_title')} · `))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(text('pricing_free_title'))
  await expect(page.getByRole('columnheader')).toHaveText([
    text('pricing_model'),
    text('pricing_credits_each'),
  ])
  await expectAccessible(page)
  await open('/account/credits')
  await expect(page.getByRole('heading', { name: text('credits_title') })).toBeVisible()
  await expect(page.getByRole('link', { name: text('ledger_buy'), exact: true })).toHaveCount(0)
  await expect(left(10)).toBeVisible()
})
