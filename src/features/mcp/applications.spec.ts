import { createHash } from 'node:crypto'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'

const callback = 'http://127.0.0.1:3334/callback'
const verifier = 'a verifier with as many characters as it needs'.replaceAll(' ', '-')

/** The address that an application opens in a browser; it names itself as it likes. */
async function newRequest(url: string, client_name: string) {
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const parameters = {
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${url}/mcp`,
  }
  return { client_id, path: `/authorize?${new URLSearchParams(parameters)}` }
}

for (const { viewport, reader, scheme } of [
  { viewport: sizes.phone, reader: 'zh', scheme: 'dark' },
  { viewport: sizes.wide, reader: 'en', scheme: 'light' },
] as const) {
  test.describe(`${viewport.width} px, ${reader}, ${scheme}`, () => {
    test.use({ viewport, language: reader })

    test('a person refuses an application, allows it with limits, and disconnects it', async ({
      page,
      enter,
      open,
      text,
      installation,
      context,
    }) => {
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const answers: URL[] = []
      await page.route(`${callback}*`, (route) => {
        answers.push(new URL(route.request().url()))
        return route.fulfill({ contentType: 'text/html', body: '<title>Back</title>' })
      })
      const { client_id, path } = await newRequest(installation.url, 'Harbour')
      await context.addCookies([{ name: 'theme', value: scheme, url: installation.url }])
      await enter('/account/keys', { credits: 200 })

      await open(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour')
      await expect(page.getByText('127.0.0.1:3334', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await button(text('authorize_deny')).click()
      await page.waitForURL(`${callback}*`)
      expect(answers[0]?.searchParams.get('error')).toBe('access_denied')

      await open(path)
      await button(text('authorize_allow')).click()
      await page.waitForURL(`${callback}*`)
      expect(answers[1]?.searchParams.get('state')).toBe('a state')
      const exchanged = await fetch(`${installation.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: answers[1]?.searchParams.get('code') ?? '',
          client_id,
          code_verifier: verifier,
          redirect_uri: callback,
        }),
      })
      expect(exchanged.status).toBe(200)

      await open('/account/keys')
      const line = page.getByRole('listitem').filter({ hasText: 'Harbour' })
      await expect(line).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      await expectAccessible(page)
      await button(text('application_disconnect_of', { name: 'Harbour' })).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('button', { name: text('application_disconnect'), exact: true })
        .click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Harbour' })).toHaveCount(0)
    })
  })
}
