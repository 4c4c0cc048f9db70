import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDemoIdentity } from '@atelier/demo-world/identity'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IdentityProvider } from '#providers/identity.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import { createBrowser } from '#testing/identity-browser.ts'

const redirectUri = 'http://localhost:1/api/auth/callback'
const demo = {
  email: 'demo@atelier.example',
  name: 'Demo & Co',
  about: { en: 'Has paid', zh: '已付费', de: 'Hat bezahlt' },
}

describe('the demo identity provider', () => {
  let server: Server
  let identity: IdentityProvider

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/identity`
    const client = { id: 'atelier', secret: 'a secret', redirectUri }
    server.on(
      'request',
      createDemoIdentity({ issuer, client, accounts: [demo], secret: 'cookies' }),
    )
    identity = createOpenIdProvider({ issuer, clientId: client.id, clientSecret: client.secret })
  })

  afterEach(() => server.close())

  async function openChooser(language = 'en', uri = redirectUri) {
    const browser = createBrowser(language)
    const { url, secrets } = await identity.begin(uri)
    return { browser, secrets, chooser: await browser.open(url) }
  }

  it('signs in a listed account without asking for a password or consent', async () => {
    const { browser, secrets, chooser } = await openChooser()
    expect(chooser.status).toBe(200)
    expect(chooser.text).toContain('Demo &amp; Co')

    const { url } = await browser.submit(chooser.url, { email: demo.email })
    expect(url.href).toContain(redirectUri)
    expect(await identity.finish(url, secrets)).toEqual({
      issuer: expect.stringContaining('/demo/identity'),
      subject: demo.email,
      email: demo.email,
      name: 'Demo & Co',
    })
  })

  it('accepts a code only once', async () => {
    const { browser, secrets, chooser } = await openChooser()
    const { url } = await browser.submit(chooser.url, { email: demo.email })
    await identity.finish(url, secrets)
    await expect(identity.finish(url, secrets)).rejects.toMatchObject({ name: 'SignInRefused' })
  })

  it('signs in any other address, always with the same subject', async () => {
    const subjects: string[] = []
    for (const email of ['ada@example.com', ' ADA@Example.com ']) {
      const { browser, secrets, chooser } = await openChooser()
      const { url } = await browser.submit(chooser.url, { email })
      const signedIn = await identity.finish(url, secrets)
      expect(signedIn).toMatchObject({ email: 'ada@example.com', name: null })
      subjects.push(signedIn.subject)
    }
    expect(subjects[0]).toBe(subjects[1])
  })

  it('lets a visitor choose another account at the next sign-in', async () => {
    const { browser, chooser } = await openChooser()
    await browser.submit(chooser.url, { email: demo.email })
    const again = await browser.open((await identity.begin(redirectUri)).url)
    expect(again.text).toContain('Choose an account')
  })

  it('reports an invalid address and keeps the input', async () => {
    const { browser, chooser } = await openChooser()
    const { status, text } = await browser.submit(chooser.url, { email: 'ada"><b>' })
    expect(status).toBe(422)
    expect(text).toContain('That is not an e-mail address.')
    expect(text).toContain('value="ada&quot;&gt;&lt;b&gt;"')
  })

  it('returns without an identity when the visitor cancels', async () => {
    const { browser, secrets, chooser } = await openChooser()
    const { url } = await browser.submit(chooser.url, { cancel: 'yes' })
    expect(url.searchParams.get('error')).toBe('access_denied')
    await expect(identity.finish(url, secrets)).rejects.toMatchObject({ name: 'SignInRefused' })
  })

  it('returns to the host name it was opened under', async () => {
    const { browser, secrets, chooser } = await openChooser(
      'en',
      redirectUri.replace('localhost', '127.0.0.1'),
    )
    const { url } = await browser.submit(chooser.url, { email: demo.email })
    expect(url.hostname).toBe('127.0.0.1')
    expect(await identity.finish(url, secrets)).toMatchObject({ email: demo.email })
  })

  it('uses the language of the browser', async () => {
    const { chooser } = await openChooser('fr, zh-CN;q=0.9, en;q=0.8')
    expect(chooser.text).toContain('选择账号')
    expect(chooser.text).toContain('已付费')
    expect(chooser.text).toContain('<html lang="zh-CN"')
  })

  it('allows only its own styles and forms on its page', async () => {
    const { chooser } = await openChooser()
    const policy = chooser.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/localhost:1 /,
    )
    expect(chooser.text).not.toMatch(/<script|style="| on[a-z]+="/)
  })

  it('reports an ended sign-in, in another browser too', async () => {
    const { browser, chooser } = await openChooser()
    expect(await createBrowser().open(chooser.url)).toMatchObject({
      status: 400,
      text: expect.stringContaining('ended'),
    })
    await browser.submit(chooser.url, { email: demo.email })
    expect(await browser.open(chooser.url)).toMatchObject({
      status: 400,
      text: expect.stringContaining('ended'),
    })
  })

  it('rejects a redirect address that is not registered', async () => {
    const { chooser } = await openChooser('en', 'http://localhost:1/elsewhere')
    expect(chooser.status).toBe(400)
  })
})
