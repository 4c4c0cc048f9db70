import { createServer } from 'node:http'
import { createDemoIdentity } from '@atelier/demo-world/identity'
import {
  expect,
  expectAccessible,
  forgetSession,
  sizes,
  test,
  waitForHydration,
} from '../product.ts'

/** The product learns of the issuer before the issuer knows where the product is. */
const port = 38_471
const issuer = `http://127.0.0.1:${port}/identity`
const client = { id: 'atelier', secret: 'a secret of the client' }
const registered = {
  ...{ id: 'acme', name: 'Acme', issuer },
  ...{ client_id: client.id, client_secret: client.secret },
}

test.use({ environment: { OIDC_ISSUERS: JSON.stringify([registered]) }, viewport: sizes.wide })

test('a studio with two identity providers has two buttons; one takes over no account of the other', async ({
  page,
  open,
  text,
  installation: { url },
}) => {
  const redirectUri = `${url}/api/auth/callback/acme`
  const handle = createDemoIdentity({
    ...{ issuer, client: { ...client, redirectUri }, accounts: [], secret: 'cookies' },
  })
  const server = createServer(handle).listen(port, '127.0.0.1')
  await open('/pricing')
  const signInWith = async (name: string, email: string) => {
    await page
      .getByRole('button', { name: text('app_sign_in'), exact: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /Google|Acme/ })).toHaveCount(2)
    await expectAccessible(page)
    await dialog.getByRole('button', { name }).click()
    await page.getByRole('textbox').fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => at.pathname === '/pricing')
    await waitForHydration(page)
  }
  const acme = text('sign_in_with', { name: 'Acme' })
  const email = `${Math.random().toString(36).slice(2)}@example.com`
  await signInWith(acme, email)
  await expect(page.getByRole('button', { name: text('app_account_of', { email }) })).toBeVisible()
  await forgetSession(page)
  await open('/pricing')
  await signInWith(text('sign_in_with_google'), email)
  await expect(page.getByText(text('sign_in_taken'))).toBeVisible()
  server.close()
})
