import { createServer } from 'node:http'
import { createDemoIdentity } from '@atelier/demo-world/identity'
import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '#e2e/product.ts'

/** The product learns of the issuer before the issuer knows where the product is. */
const port = 38_472
const issuer = `http://127.0.0.1:${port}/identity`
const client = { id: 'atelier', secret: 'a secret of the client' }
const registered = {
  ...{ id: 'acme', name: 'Acme', issuer, groups_claim: 'groups' },
  ...{ client_id: client.id, client_secret: client.secret },
}

test.use({
  environment: { ...environments.usual, OIDC_ISSUERS: JSON.stringify([registered]) },
  viewport: sizes.wide,
})

test('an operator maps groups of an identity provider; a member has them until the next sign-in says otherwise', async ({
  page,
  browser,
  installation: { url },
  text,
}) => {
  const ada = {
    ...{ email: `${Math.random().toString(36).slice(2)}@example.com`, name: 'Ada' },
    ...{ about: { en: 'Teacher', zh: '老师', de: 'Lehrkraft' }, groups: ['teachers', 'helpdesk'] },
  }
  const redirectUri = `${url}/api/auth/callback/acme`
  const handle = createDemoIdentity({
    ...{ issuer, client: { ...client, redirectUri }, accounts: [ada], secret: 'cookies' },
  })
  const server = createServer(handle).listen(port, '127.0.0.1')

  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/settings' })
  await operator.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ reason: 'a test', group: { name: 'Staff', job_ceiling: 77 } })
    await fetch('/api/admin/groups', { method: 'POST', headers, body })
  })
  const map = async (label: string, value: string) => {
    const name = text('admin_setting_change_name', { name: label })
    await operator.getByRole('button', { name, exact: true }).click()
    const dialog = operator.getByRole('dialog', { name })
    await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
    await dialog.getByRole('button', { name: text('admin_setting_change'), exact: true }).click()
    return dialog
  }
  const roles = text('admin_setting_group_roles')
  const refused = await map(roles, '{"acme": {"helpdesk": "king"}}')
  await expect(refused.getByRole('alert')).toContainText('group_roles')
  await expectAccessible(operator)
  await refused.getByRole('button', { name: text('admin_cancel') }).click()
  await expect(await map(roles, '{"acme": {"helpdesk": "support"}}')).toBeHidden()
  const groups = text('admin_setting_group_groups')
  await expect(await map(groups, '{"acme": {"teachers": "Staff"}}')).toBeHidden()

  const signIn = async () => {
    const way = new URLSearchParams({ method: 'acme', return_to: '/account' })
    await page.goto(`${url}/api/auth/sign-in?${way}`)
    await page.getByRole('button', { name: 'Ada' }).click()
    await page.waitForURL((at) => at.pathname === '/account')
    await waitForHydration(page)
  }
  await signIn()
  const limits = page.getByRole('region', { name: text('account_studio_limits') })
  await expect(limits).toContainText('Staff')
  await page.goto(`${url}/admin/accounts/${encodeURIComponent(ada.email)}`)
  const claimed = text('admin_role_claimed', {
    ...{ role: text('admin_role_support'), provider: 'acme' },
  })
  await expect(page.getByText(claimed, { exact: true })).toBeVisible()

  await operator.goto(`${url}/admin/accounts/${encodeURIComponent(ada.email)}`)
  await expect(operator.getByText(claimed, { exact: true })).toBeVisible()
  const given = operator.getByText(text('admin_groups_fixed', { name: 'Staff' }), { exact: true })
  await expect(given).toBeVisible()
  await expectAccessible(operator)

  ada.groups = []
  await signIn()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(limits).toHaveCount(0)
  await page.goto(`${url}/admin`)
  await expect(page.getByRole('heading', { name: text('app_not_found_title') })).toBeVisible()
  await operator.reload()
  await expect(operator.getByRole('heading', { name: ada.email })).toBeVisible()
  await expect(operator.getByText(claimed, { exact: true })).toHaveCount(0)
  await expect(given).toHaveCount(0)
  server.close()
})
