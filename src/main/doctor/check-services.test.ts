import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmulator } from '@atelier/fal-emulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventTypes } from '#providers/payments/read-message.ts'
import { freePort } from '#testing/free-port.ts'
import { startIssuer } from '#testing/issuer.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import { serve, serveStripe } from '#testing/stubs.ts'
import { readConfig } from '../config.ts'
import { checkIdentity } from './check-identity.ts'
import { checkMail } from './check-mail.ts'
import { checkProvider } from './check-provider.ts'
import { checkStripe } from './check-stripe.ts'

const publicUrl = 'https://studio.example'

/** A production configuration with these variables. */
function production(environment: Record<string, string> = {}) {
  return readConfig({
    ...{
      ATELIER_MODE: 'production',
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '1',
      SESSION_SECRET: 'x'.repeat(32),
    },
    ...{
      GOOGLE_CLIENT_ID: 'atelier',
      GOOGLE_CLIENT_SECRET: 'secret',
      FAL_KEY: 'id:secret',
      FAL_USER_ID: 'us',
    },
    ...environment,
  })
}

describe('the provider', () => {
  async function emulatorInState(state: string) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'atelier-doctor-'))
    const emulator = await startEmulator({ dataDir, durable: false, media: 'plain', control: true })
    onTestFinished(async () => {
      await emulator.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await fetch(`${emulator.url}/control/account`, {
      method: 'PUT',
      body: JSON.stringify({ state }),
    })
    return emulator.url
  }
  const findings = async (environment: Record<string, string>) =>
    Object.fromEntries(await checkProvider(production(environment)))

  it.each([
    ['ok', 'right', /takes our work/],
    ['key-refused', 'wrong', /FAL_KEY is wrong or revoked: make a new one/],
    ['locked', 'wrong', /locked: ask fal/],
    ['exhausted', 'wrong', /balance at fal is used up: top it up/],
  ])('whose account is %s is %s', async (state, expected, text) => {
    const url = await emulatorInState(state)
    const { provider, webhooks } = await findings({ FAL_QUEUE_URL: url, FAL_REST_URL: url })
    expect(provider).toEqual({ state: expected, text: expect.stringMatching(text) })
    expect(webhooks).toMatchObject({ state: 'right' })
  })

  it('is checked beside fal where it is another', async () => {
    const replicate = await serve((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer right' ? 200 : 401
      response.end('{"detail": "Invalid token"}')
    })
    const check = (token: string) =>
      findings({ REPLICATE_API_URL: replicate, REPLICATE_API_TOKEN: token })
    expect(await check('right')).toMatchObject({ replicate: { state: 'right' } })
    const second = { REPLICATE_API_URL_2: replicate, REPLICATE_API_TOKEN_2: 'right' }
    expect(await findings(second)).toMatchObject({ 'replicate-2': { state: 'right' } })
    expect(await check('wrong')).toMatchObject({
      replicate: { state: 'wrong', text: expect.stringMatching(/Invalid token/) },
    })
  })

  it('is checked at both its addresses, and for its webhook keys', async () => {
    const url = await emulatorInState('ok')
    const nowhere = 'http://127.0.0.1:9'
    const unreached = {
      state: 'wrong',
      text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9.*machine reach it/),
    }
    expect(await findings({ FAL_QUEUE_URL: nowhere, FAL_REST_URL: url })).toMatchObject({
      provider: unreached,
    })
    expect(await findings({ FAL_QUEUE_URL: url, FAL_REST_URL: nowhere })).toMatchObject({
      provider: unreached,
    })

    const both = { FAL_QUEUE_URL: url, FAL_REST_URL: url }
    const keyless = await serve((_request, response) => response.end('{"keys": []}'))
    const { provider, webhooks } = await findings({ ...both, FAL_JWKS_URL: keyless })
    expect(provider).toMatchObject({ state: 'right' })
    expect(webhooks).toEqual({
      state: 'wrong',
      text: expect.stringMatching(/no key.*Leave FAL_JWKS_URL out/),
    })
    expect(await findings({ ...both, FAL_USER_ID: '' })).toMatchObject({
      webhooks: { state: 'doubtful' },
    })
  })

  it('is polled without webhooks where it cannot reach us', async () => {
    const strange = await serve((_request, response) => response.writeHead(404).end('{}'))
    const away = { FAL_QUEUE_URL: strange.replace('127.0.0.1', '0.0.0.0'), FAL_REST_URL: strange }
    const { webhooks } = await findings({ ...away, PUBLIC_URL: 'https://studio.lan' })
    expect(webhooks).toEqual({
      state: 'doubtful',
      text: expect.stringMatching(/not a public https address/),
    })
  })
})

describe('signing in', () => {
  const findings = async (OIDC_ISSUER: string) =>
    Object.fromEntries(await checkIdentity(production({ OIDC_ISSUER })))

  it('works with an issuer with a discovery document and a correct clock', async () => {
    const { issuer } = await startIssuer(() => ({ sub: 'ada' }), { redirectUris: [] })
    expect(await findings(issuer)).toEqual({
      'sign-in': {
        state: 'right',
        text: expect.stringContaining('must allow https://studio.example/api/auth/callback'),
      },
      'clock outside': { state: 'right', text: expect.any(String) },
    })
  })

  it('fails with a wrong clock', async () => {
    const { issuer, server } = await startIssuer(() => ({ sub: 'ada' }), { redirectUris: [] })
    server.prependListener('request', (_request, response) => {
      response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString())
    })
    const { 'clock outside': clock } = await findings(issuer)
    expect(clock).toEqual({
      state: 'wrong',
      text: expect.stringMatching(/36\d\d s off the issuer’s\. Run NTP/),
    })
  })

  it('fails with an issuer of another name, or without one', async () => {
    const { issuer } = await startIssuer(() => ({ sub: 'ada' }), { redirectUris: [] })
    const renamed = await findings(issuer.replace('127.0.0.1', 'localhost'))
    const text = expect.stringMatching(`calls itself ${issuer}\\. Set OIDC_ISSUER to exactly that`)
    expect(renamed).toEqual({ 'sign-in': { state: 'wrong', text } })

    const page = await serve((_request, response) => response.end('<html>'))
    for (const unreachable of [page, 'http://127.0.0.1:9']) {
      const lost = await findings(unreachable)
      expect(lost).toEqual({
        'sign-in': { state: 'wrong', text: expect.stringMatching(/is OIDC_ISSUER right\?$/) },
      })
      expect(lost['sign-in']?.text).not.toContain('[object')
    }
  })
})

describe('mail', () => {
  const finding = (environment: Record<string, string>) => checkMail(production(environment))

  it('is unused without a server, right with one, and wrong with one that is away', async () => {
    const { url } = await smtpServer()
    const from = { MAIL_FROM: 'Studio <studio@example.com>' }
    expect(await finding({})).toMatchObject({ state: 'unused' })
    expect(await finding({ SMTP_URL: url, ...from, ADMIN_EMAILS: 'a@example.com' })).toMatchObject({
      state: 'right',
      text: expect.stringContaining('takes mails from studio@example.com'),
    })
    expect(await finding({ SMTP_URL: url, ...from })).toMatchObject({ state: 'doubtful' })
    const away = `smtp://127.0.0.1:${await freePort()}`
    expect(await finding({ SMTP_URL: away, ...from })).toMatchObject({ state: 'wrong' })
  })
})

describe('payments', () => {
  const key = 'sk_test_right'
  const url = `${publicUrl}/api/payments/webhook`
  const check = async (
    account: Partial<Parameters<typeof serveStripe>[0]>,
    environment: Record<string, string> = {},
  ) => {
    const endpoints = [{ url, enabled_events: eventTypes }]
    const STRIPE_API_URL = await serveStripe({ key, endpoints, ...account })
    const keys = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_right', STRIPE_API_URL }
    return checkStripe(production({ ...keys, ...environment }))
  }
  const wrong = (text: RegExp) => ({ state: 'wrong', text: expect.stringMatching(text) })

  it('work with all events enabled, in one webhook or several', async () => {
    expect(await check({})).toMatchObject({
      state: 'right',
      text: expect.stringContaining('test mode'),
    })
    expect(await check({ endpoints: [{ url, enabled_events: ['*'] }] })).toMatchObject({
      state: 'right',
    })
    const halves = [eventTypes.slice(0, 4), eventTypes.slice(4)]
    const endpoints = halves.map((enabled_events) => ({ url, enabled_events }))
    expect(await check({ endpoints })).toMatchObject({ state: 'right' })
  })

  it('require a valid key', async () => {
    const refused = await check({}, { STRIPE_SECRET_KEY: 'sk_test_wrong' })
    expect(refused).toEqual(
      wrong(/Invalid API Key provided\. STRIPE_SECRET_KEY is wrong or was rolled: copy it/),
    )
    expect(await check({}, { STRIPE_WEBHOOK_SECRET: 'we_1' })).toEqual(
      wrong(/Copy the signing secret/),
    )
    expect(await check({}, { STRIPE_API_URL: 'http://127.0.0.1:9' })).toEqual(
      wrong(/reach STRIPE_API_URL/),
    )
    expect(await check({ isRestricted: true })).toMatchObject({ state: 'doubtful' })
  })

  it('require that Stripe can calculate tax where it is on', async () => {
    for (const STRIPE_TAX of ['exclusive', 'inclusive'])
      expect(await check({ taxStatus: 'pending' }, { STRIPE_TAX })).toEqual(
        wrong(/is not set up to calculate tax/),
      )
    expect(await check({ taxStatus: 'active' }, { STRIPE_TAX: 'exclusive' })).toMatchObject({
      state: 'right',
    })
    expect(await check({ taxStatus: 'pending' })).toMatchObject({ state: 'right' })
  })

  it('require an enabled webhook with every event', async () => {
    expect(await check({ endpoints: [] })).toEqual(wrong(/has no webhook at https.*Add it/))
    const elsewhere = { url: 'https://other.example/api/payments/webhook', enabled_events: ['*'] }
    expect(await check({ endpoints: [elsewhere] })).toEqual(wrong(/has no webhook at https/))
    const off = { url, enabled_events: eventTypes, status: 'disabled' as const }
    expect(await check({ endpoints: [off] })).toEqual(
      wrong(/has switched off the webhook.*enable it/),
    )
    const enabled_events = eventTypes.filter((type) => !/refund/.test(type))
    const deaf = await check({ endpoints: [{ url, enabled_events }] })
    expect(await check({}, { STRIPE_INVOICES: 'on' })).toEqual(
      wrong(/does not tell .* of invoice\.paid\. Add these events/),
    )
    expect(deaf).toEqual(
      wrong(
        /does not tell .* of charge\.refunded, refund\.created, refund\.updated, refund\.failed\. Add these events/,
      ),
    )
  })
})
