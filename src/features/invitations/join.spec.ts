import type { Page } from '@playwright/test'
import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '#e2e/product.ts'
import type { Product } from '#testing/product.ts'

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

test.describe('on a phone, in Chinese', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })

  test('an invited person joins, and the next one learns that the link was used', async ({
    page,
    browser,
    installation,
    text,
  }) => {
    const { url } = installation
    await setPolicy(installation, 'invitation')
    const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
    await enterAsOperator(operator, { url, path: '/zh/admin/invitations' })
    await operator
      .getByRole('button', { name: text('admin_invitation_create'), exact: true })
      .click()
    const dialog = operator.getByRole('dialog', { name: text('admin_invitation_create') })
    await dialog.getByLabel(text('admin_invitation_uses')).fill('0')
    await dialog.getByLabel(text('admin_invitation_credits')).fill('70')
    await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
    const send = dialog.getByRole('button', { name: text('admin_invitation_create'), exact: true })
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('10,000')
    await dialog.getByLabel(text('admin_invitation_uses')).fill('1')
    await send.click()
    const link = operator.getByLabel(text('admin_invitation_created_text'))
    const joining = (await link.inputValue()).replace(/.*\/join\//, `${url}/zh/join/`)
    await expectAccessible(operator)

    await page.goto(joining)
    await expect(page.getByText(text('join_invited_credits', { credits: '70' }))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text('sign_in_with_google') }).click()
    await choose(page, address())
    await expect(page.getByText(text('app_balance', { credits: '70' }))).toBeVisible()
    await page.goto(joining)
    await expect(page.getByText(text('join_has_account_title'))).toBeVisible()

    const next = await (
      await browser.newContext({ viewport: sizes.phone, hasTouch: true })
    ).newPage()
    await next.goto(joining)
    await expect(next.getByText(text('join_used_up_title'))).toBeVisible()
    await next.goto(`${url}/api/auth/sign-in?return_to=/zh/pricing`)
    await choose(next, address())
    await expect(next.getByText(text('join_needed_title'))).toBeVisible()
    await expectAccessible(next)

    await operator.reload()
    await expect(operator.getByText('1 / 1')).toBeVisible()

    const { product } = installation
    const made = await product.atelier('invitation', 'create', '--credits', '5', '--reason', 'x')
    const { link: printed } = JSON.parse(made.output) as { link: string }
    await next.goto(printed.replace(/.*\/join\//, `${url}/zh/join/`))
    await expect(next.getByText(text('join_invited_credits', { credits: '5' }))).toBeVisible()
  })
})
