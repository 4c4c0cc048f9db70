import type { Page } from '@playwright/test'
import type { Product } from '#testing/product.ts'
import { environments } from '../environments.ts'
import { enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '../product.ts'

// Who may join is a setting of the whole product.
test.use({ environment: { ...environments.usual } })
test.describe.configure({ mode: 'default' })

const address = () => `${Math.random().toString(36).slice(2)}@example.com`

/** Sets who may join, and waits until the server follows. */
async function setPolicy({ url, product }: { url: string; product: Product }, policy: string) {
  const set = await product.atelier('settings', 'set', 'sign_up', policy, '--reason', 'a test')
  expect(set).toMatchObject({ code: 0 })
  const current = async () =>
    ((await (await fetch(`${url}/api/settings`)).json()) as { sign_up: string }).sign_up
  await expect.poll(current).toBe(policy)
}

/** Chooses an account of the demo's identity provider, at its page. */
async function choose(page: Page, email: string) {
  await page.getByRole('textbox').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(
    (url) => !url.pathname.startsWith('/demo/') && !url.pathname.startsWith('/api/'),
  )
  await waitForHydration(page)
}

test.describe('on a wide screen', () => {
  test.use({ viewport: sizes.wide })

  test('a new account waits, and its page follows the operator’s decision', async ({
    page,
    browser,
    installation,
    text,
  }) => {
    const { url, product } = installation
    await product.atelier('settings', 'set', 'signup_credits', '90', '--reason', 'a test')
    await setPolicy(installation, 'approval')
    const email = address()
    await page.goto(`${url}/api/auth/sign-in?return_to=/creator/image/text-to-image`)
    await choose(page, email)
    await expect(page.getByRole('heading', { name: text('join_waiting_title') })).toBeVisible()
    await expectAccessible(page)
    const places = page.getByRole('navigation', { name: text('join_meanwhile') }).getByRole('link')
    await expect(places.filter({ hasText: text('join_meanwhile_form') })).toHaveCount(1)
    await expect(places.last()).toHaveText(new RegExp(text('pricing_title')))

    const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
    await enterAsOperator(operator, { url, path: '/admin/accounts' })
    const decide = async (act: 'approve' | 'reject', note?: string) => {
      const name = text(`admin_${act}_name`, { email })
      await operator.getByRole('button', { name }).click()
      const dialog = operator.getByRole('dialog', { name })
      if (note) await dialog.getByLabel(text('admin_reject_note')).fill(note)
      await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
      await dialog.getByRole('button', { name: text(`admin_${act}`), exact: true }).click()
      await expect(dialog).toBeHidden()
    }
    await expectAccessible(operator)
    await decide('reject', 'Which team are you in?')
    await expect(page.getByText('Which team are you in?')).toBeVisible()
    await operator.getByRole('link', { name: email }).first().click()
    await decide('approve')
    await expect(page.getByRole('heading', { name: text('join_ready_title') })).toBeVisible()
    await expect(page.getByText(text('app_balance', { credits: '90' }))).toBeVisible()
  })

  test('a closed studio says so, and who is blocked is signed out', async ({
    page,
    installation,
    enter,
    text,
  }) => {
    const { url, product } = installation
    await setPolicy(installation, 'closed')
    await page.goto(`${url}/api/auth/sign-in?return_to=/account`)
    await choose(page, address())
    await expect(page.getByRole('heading', { name: text('join_closed_title') })).toBeVisible()
    await expectAccessible(page)

    const email = await enter('/account')
    await expect(page.getByText(email).first()).toBeVisible()
    await product.atelier('settings', 'set', 'blocked_emails', `["${email}"]`, '--reason', 'x')
    await expect(page.getByRole('button', { name: text('app_sign_in') }).first()).toBeVisible()
    await page.goto(`${url}/api/auth/sign-in?return_to=/account`)
    await choose(page, email)
    await expect(page.getByRole('heading', { name: text('join_blocked_title') })).toBeVisible()
  })
})
