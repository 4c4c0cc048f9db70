import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { configuringVariables } from '#providers/registry.ts'
import { Environment, loadEnvironment, readConfig } from './config.ts'
import { findUnknownModelNames } from './model-names.ts'

const settingsIn = (environment: Record<string, string>) =>
  readConfig(environment).settings.environment

describe('configuration', () => {
  it('needs nothing for a demo', () => {
    expect(readConfig({})).toMatchObject({
      ATELIER_MODE: 'demo',
      PORT: 3000,
      AUTO_REFUND: true,
      usesEmulator: true,
    })
  })

  it('is documented completely in .env.example, without unknown variables', () => {
    const example = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8')
    const written = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(written.toSorted()).toEqual(Object.keys(Environment.shape).toSorted())
  })

  it('lists everything missing for production at once', () => {
    expect(() => readConfig({ ATELIER_MODE: 'production', FAL_KEY: 'k' })).toThrow(
      /PUBLIC_URL: is missing\n.*SESSION_SECRET: is missing\n.*GOOGLE_CLIENT_ID: is missing\n.*GOOGLE_CLIENT_SECRET: is missing$/,
    )
  })

  it('sends mail with a server and one plain sender, or not at all', () => {
    const SMTP_URL = 'smtp://mail.example.com:587'
    const from = (MAIL_FROM: string) => readConfig({ SMTP_URL, MAIL_FROM }).smtp?.from
    expect(readConfig({}).smtp).toBeNull()
    expect(from('studio@example.com')).toEqual({ name: '', address: 'studio@example.com' })
    expect(from('Our Studio <studio@example.com>')).toEqual({
      name: 'Our Studio',
      address: 'studio@example.com',
    })
    for (const wrong of [
      'studio',
      'a@example.com, b@example.com',
      'x <a@example.com> <b@example.com>',
      'x\r\nBcc: <a@example.com>',
    ])
      expect(() => from(wrong)).toThrow(/- MAIL_FROM: must be an e-mail address/)
    expect(() => readConfig({ SMTP_URL })).toThrow(/- MAIL_FROM: is missing/)
    expect(() => readConfig({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@example.com' })).toThrow(
      /- SMTP_URL: /,
    )
  })

  it('allows the API to pages of exact origins, or to none', () => {
    const read = (CORS_ORIGINS: string) => [...readConfig({ CORS_ORIGINS }).CORS_ORIGINS]
    expect([...readConfig({}).CORS_ORIGINS]).toEqual([])
    const [app, local] = ['https://app.example', 'http://localhost:5173']
    expect(read(`${app}, ${local}`)).toEqual([app, local])
    for (const wrong of ['*', 'null', 'app.example', `${app}/`, `${app}/x`, 'https://APP.example'])
      expect(() => read(`${app},${wrong}`)).toThrow(/- CORS_ORIGINS: “.*” is no origin/)
    for (const wrong of ['https://*.example', 'file:///x', 'https://me@app.example'])
      expect(() => read(wrong)).toThrow(/- CORS_ORIGINS: /)
  })

  it('reads further identity providers, instead of Google in production', () => {
    const acme = {
      ...{ id: 'acme', name: 'Acme', issuer: 'https://id.acme.example' },
      ...{ client_id: 'c', client_secret: 'a secret' },
    }
    const read = (...issuers: object[]) =>
      readConfig({ OIDC_ISSUERS: JSON.stringify(issuers) }).OIDC_ISSUERS
    expect(read(acme)).toEqual([{ ...acme, domains: [], trusted: false, groups_claim: null }])
    const production = {
      ...{ ATELIER_MODE: 'production', PUBLIC_URL: 'https://studio.example' },
      ...{ SESSION_SECRET: 'x'.repeat(32), FAL_KEY: 'f' },
    }
    const withAcme = { ...production, OIDC_ISSUERS: JSON.stringify([acme]) }
    expect(() => readConfig(withAcme)).not.toThrow()
    expect(() => readConfig({ ...withAcme, GOOGLE_CLIENT_ID: 'g' })).toThrow(
      /GOOGLE_CLIENT_SECRET: is missing$/,
    )
    expect(() => readConfig(production)).toThrow(/GOOGLE_CLIENT_ID: is missing/)
  })

  it.each([
    [{ id: 'google' }, /0\.id: google is that of GOOGLE_CLIENT_ID/],
    [{ id: 'A b' }, /0\.id: /],
    [{ issuer: 'nowhere' }, /0\.issuer: /],
    [{ client_secret: '' }, /0\.client_secret: /],
    [{ scopes: 'email' }, /0\.scopes: must contain openid/],
    [{ domains: ['x'] }, /0\.domains\.0: /],
    [{ role: 'owner' }, /OIDC_ISSUERS: 0: .*role/],
  ])('rejects an identity provider with %j, and never repeats its secret', (own, problem) => {
    const acme = {
      ...{ id: 'acme', name: 'Acme', issuer: 'https://id.acme.example' },
      ...{ client_id: 'c', client_secret: 'very-secret' },
    }
    const read = () => readConfig({ OIDC_ISSUERS: JSON.stringify([{ ...acme, ...own }]) })
    expect(read).toThrow(problem)
    expect(read).not.toThrow(/very-secret/)
    const twice = () => readConfig({ OIDC_ISSUERS: JSON.stringify([acme, acme]) })
    expect(twice).toThrow(/two have the same id/)
    expect(() => readConfig({ OIDC_ISSUERS: 'x' })).toThrow(/OIDC_ISSUERS: value: /)
  })

  it('lists everything invalid at once', () => {
    const wrong = {
      ENDPOINT_OVERRIDES: '{"a/b": "../c"}',
      PORT: 'abc',
      AUTO_REFUND: 'maybe',
      PRICE_OVERRIDES: '{"flux-dev": 1.5}',
      MOCK_FAILURE_RATE: '2',
    }
    for (const name of Object.keys(wrong))
      expect(() => readConfig(wrong)).toThrow(new RegExp(`- ${name}: `))
  })

  it('finds unknown names in price and endpoint overrides, and suggests the closest one', () => {
    const wrong = {
      PRICE_OVERRIDES: '{"flux-dve": 12, "flux-schnell.square_dh": 3, "flux-dev": 5}',
      ENDPOINT_OVERRIDES: '{"fal-ai/flux/schnel": "fal-ai/flux"}',
    }
    expect(findUnknownModelNames(readConfig(wrong))).toEqual([
      'PRICE_OVERRIDES: “flux-dve” is unknown; did you mean “flux-dev”?',
      'PRICE_OVERRIDES: “flux-schnell.square_dh” is unknown; did you mean “flux-schnell.square_hd”?',
      'ENDPOINT_OVERRIDES: “fal-ai/flux/schnel” is unknown; did you mean “fal-ai/flux/schnell”?',
    ])
    expect(settingsIn({ PRICE_OVERRIDES: '{"flux-schnell.square_hd": 3}' })).toEqual({
      model_prices: { 'flux-schnell.square_hd': 3 },
    })
  })

  it.each([
    ['ATELIER_ROLES', 'ATELIER_ROLE'],
    ['ATELIER_SOMETHING', 'ATELIER_MODE'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_ENDPOINT_URL', 'S3_ENDPOINT'],
    ['FAL_QUEUE', 'FAL_QUEUE_URL'],
    ['MOCK_DELAY', 'MOCK_DELAY_MS'],
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
    ['PRICE_OVERIDES', 'PRICE_OVERRIDES'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
  ])('rejects the unknown variable %s and suggests %s', (name, closest) => {
    expect(() => readConfig({ [name]: 'x', PORT: 'many' })).toThrow(
      new RegExp(`- ${name}: is unknown; did you mean [A-Z0-9_]+\\?\\n  - PORT: `),
    )
    if (name !== 'ATELIER_SOMETHING')
      expect(() => readConfig({ [name]: 'x' })).toThrow(`did you mean ${closest}?`)
  })

  it('ignores variables of other programs, and empty ones', () => {
    const others = {
      ...{
        POST: 'x',
        HOSTNAME: 'x',
        LOGLEVEL: 'x',
        NODE_ENV: 'x',
        PGHOST: 'x',
        S3_PREFIX: 'x',
        DATABASE_PUBLIC_URL: 'x',
      },
      ...{
        FAL_KEY_ID: 'x',
        FAL_KEY_SECRET: 'x',
        STRIPE_API_KEY: 'x',
        GOOGLE_APPLICATION_CREDENTIALS: 'x',
      },
      ...{ ATELIER_SERVER: 'x', ATELIER_OLD: '' },
    }
    expect(readConfig(others)).toMatchObject({ ATELIER_MODE: 'demo' })
  })

  it('rejects admins that are no e-mail addresses', () => {
    expect([
      ...readConfig({ ADMIN_EMAILS: 'Ada@Example.com, bob@b.example.org carl+x@c.io' }).admins,
    ]).toEqual([...['ada@example.com', 'bob@b.example.org', 'carl+x@c.io']])
    for (const wrong of [
      'ada',
      'ada@example',
      'ada@example.com;bob@example.com',
      '<ada@example.com>',
      '@example.com',
    ]) {
      expect(() => readConfig({ ADMIN_EMAILS: wrong })).toThrow(
        /- ADMIN_EMAILS: “.*” is no e-mail address; write name@/,
      )
    }
  })

  it('reads price overrides and treats an empty variable as absent', () => {
    expect(settingsIn({ PRICE_OVERRIDES: '{"flux-dev": 12}', DATABASE_URL: '' })).toEqual({
      model_prices: { 'flux-dev': 12 },
    })
    expect(settingsIn({ SIGNUP_CREDITS: '0' })).toEqual({ signup_credits: 0 })
  })

  it('reads limits of starts and requests, and trusts no proxy by default', () => {
    const { rates, limits } = readConfig({})
    expect(rates.account.burst).toBeGreaterThanOrEqual(200)
    expect(rates.key.burst).toBeGreaterThanOrEqual(200)
    expect(limits).toMatchObject({ known: 3000, trustedProxies: 0 })
    expect(
      readConfig({
        START_BURST: '5',
        STARTS_PER_MINUTE: '6',
        KEY_START_BURST: '7',
        KEY_STARTS_PER_MINUTE: '8',
      }).rates,
    ).toEqual({ account: { burst: 5, perMinute: 6 }, key: { burst: 7, perMinute: 8 } })
    const given = {
      REQUESTS_PER_MINUTE: '9',
      ANONYMOUS_REQUESTS_PER_MINUTE: '10',
      SIGN_INS_PER_MINUTE: '11',
      TRUST_PROXY: '2',
    }
    expect(readConfig(given).limits).toEqual({
      known: 9,
      anonymous: 10,
      signIn: 22,
      checks: 10,
      trustedProxies: 2,
    })
    for (const name of [...Object.keys(given), 'START_BURST', 'KEY_STARTS_PER_MINUTE']) {
      expect(() => readConfig({ [name]: '-1' })).toThrow(`- ${name}: `)
    }
  })

  it('requires a shared database and provider for separate roles', () => {
    expect(() => readConfig({ ATELIER_ROLE: 'worker' })).toThrow(
      /DATABASE_URL: is missing\n.*FAL_KEY: is missing/,
    )
    const shared = { ATELIER_ROLE: 'worker', DATABASE_URL: 'postgres://localhost/x' }
    const own = readConfig({ ...shared, COMFYUI_URLS: 'http://127.0.0.1:8188' })
    expect([own.usesEmulator, own.FAL_KEY]).toEqual([false, undefined])
  })

  it.each(configuringVariables)(
    'needs one provider in production, and %s configures one',
    (name) => {
      const production = {
        ATELIER_MODE: 'production',
        PUBLIC_URL: 'https://studio.example',
        SESSION_SECRET: 'x'.repeat(32),
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 'secret',
      }
      expect(() => readConfig(production)).toThrow(new RegExp(`- .*\\b${name}\\b`))
      expect(readConfig({ ...production, [name]: 'http://127.0.0.1:9' }).usesEmulator).toBe(false)
    },
  )

  it('is configured by a further instance alone, whose variables are read like the first one’s', () => {
    const production = {
      ...{ ATELIER_MODE: 'production', PUBLIC_URL: 'https://studio.example' },
      ...{ SESSION_SECRET: 'x'.repeat(32), GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' },
    }
    const read = (own: Record<string, string>) =>
      readConfig({ ...production, ...own }).furtherProviders.map(({ id }) => id)
    expect(read({ OPENAI_BASE_URL_2: 'http://127.0.0.1:9', FAL_KEY_4: 'k' })).toEqual([
      'fal-4',
      'openai-2',
    ])
    expect(() => read({ OPENAI_BASE_URL_2: 'nowhere' })).toThrow(/- OPENAI_BASE_URL_2: /)
    expect(() => read({ REPLICATE_API_URL_3: 'http://127.0.0.1:9' })).toThrow(
      /- REPLICATE_API_TOKEN_3: is missing/,
    )
    expect(() => read({ OPENAI_BASE_URI_2: 'http://127.0.0.1:9' })).toThrow(
      'OPENAI_BASE_URI_2: is unknown; did you mean OPENAI_BASE_URL_2?',
    )
  })

  it('requires the address of a pooler beside a direct one', () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://localhost/x' })).toThrow(
      /DATABASE_URL: is missing/,
    )
  })

  it('stores media on the local disk by default, and lists what a bucket lacks', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(() => readConfig({ STORAGE: 's3', S3_BUCKET: 'media' })).toThrow(
      /complete:\n.*S3_REGION: is missing\n.*S3_ACCESS_KEY_ID: is missing\n.*S3_SECRET_ACCESS_KEY: is missing$/,
    )
    expect(() => readConfig({ STORAGE: 'tape' })).toThrow(/- STORAGE: /)
  })

  it('reads a bucket at Amazon and at other stores', () => {
    const bucket = {
      STORAGE: 's3',
      S3_REGION: 'auto',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    }
    expect(readConfig(bucket).s3).toEqual({
      endpoint: undefined,
      region: 'auto',
      bucket: 'b',
      accessKeyId: 'i',
      secretAccessKey: 's',
    })
    expect(readConfig({ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000/' }).s3?.endpoint).toBe(
      'http://127.0.0.1:9000',
    )
  })

  it('sells through Stripe with both secrets, in a demo through its own checkout, and otherwise not', () => {
    expect(readConfig({})).toMatchObject({
      stripe: null,
      usesDemoCheckout: true,
      settings: { environment: {} },
    })
    const secrets = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(readConfig({ ...secrets, STRIPE_API_URL: 'http://127.0.0.1:9/' })).toMatchObject({
      stripe: { secretKey: 'sk_1', webhookSecret: 'whsec_1', apiUrl: 'http://127.0.0.1:9' },
      usesDemoCheckout: false,
    })
    expect(readConfig(secrets).checkout).toEqual({
      ...{ tax: null, collectsTaxIds: false, makesInvoices: false },
    })
    const all = { STRIPE_TAX: 'inclusive', STRIPE_TAX_ID_COLLECTION: 'on', STRIPE_INVOICES: 'on' }
    expect(readConfig({ ...secrets, ...all }).checkout).toEqual({
      ...{ tax: 'inclusive', collectsTaxIds: true, makesInvoices: true },
    })
    expect(() => readConfig({ ...secrets, STRIPE_TAX: 'on' })).toThrow(/STRIPE_TAX: /)
    expect(() => readConfig({ DEADLINES: '{"film": 600}' })).toThrow(/DEADLINES: “film” is wrong/)
    expect(() => readConfig({ ...secrets, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow(
      /STRIPE_SECRET_KEY: is the publishable key/,
    )
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_1' })).toThrow(
      /STRIPE_WEBHOOK_SECRET: is missing$/,
    )
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'w' })).toThrow(
      /STRIPE_SECRET_KEY: is missing$/,
    )
    const production = {
      ATELIER_MODE: 'production',
      PUBLIC_URL: 'https://studio.example',
      ...{ SESSION_SECRET: 'x'.repeat(32), FAL_KEY: 'f' },
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'g',
      FAL_KEY: 'k',
    }
    expect(readConfig(production)).toMatchObject({ stripe: null, usesDemoCheckout: false })
  })

  it('sells the operator’s own packs, cheapest first, and rejects invalid ones', () => {
    const packs = [
      { id: 'b', credits: 2_000, amount: 1_500 },
      { id: 'a', credits: 1_000, amount: 900 },
    ]
    const sold = settingsIn({ CREDIT_PACKS: JSON.stringify({ currency: 'eur', packs }) })
    expect(sold).toEqual({ credit_packs: { currency: 'eur', packs: packs.toReversed() } })
    for (const wrong of [
      '{}',
      'text',
      '{"currency": "EUR", "packs": []}',
      JSON.stringify({ currency: 'eur', packs: [] }),
      JSON.stringify({ currency: 'EUR', packs }),
      JSON.stringify({ currency: 'eur', packs: [packs[0], packs[0]] }),
      JSON.stringify({ currency: 'eur', packs: [{ id: 'a', credits: 0, amount: 900 }] }),
      JSON.stringify({ currency: 'eur', packs: [{ id: 'a', credits: 1, amount: 9.5 }] }),
    ]) {
      expect(() => readConfig({ CREDIT_PACKS: wrong })).toThrow(
        /- CREDIT_PACKS: must be JSON such as/,
      )
    }
  })

  it('replaces the demo emulator by the operator’s own provider in any mode', () => {
    expect(readConfig({ FAL_KEY: 'k', FAL_QUEUE_URL: 'http://127.0.0.1:9/' })).toMatchObject({
      usesEmulator: false,
      FAL_QUEUE_URL: 'http://127.0.0.1:9',
    })
  })
})

describe('the environment file', () => {
  it('is the given one, and adds variables that the environment lacks', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'atelier-config-'))
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(directory, { recursive: true })
    })
    const file = path.join(directory, 'studio.env')
    vi.stubEnv('ENV_FILE', file)
    vi.stubEnv('ATELIER_TEST_ADDED', undefined)
    vi.stubEnv('ATELIER_TEST_THERE', 'ours')
    expect(loadEnvironment).toThrow(/ENOENT/)
    writeFileSync(file, 'ATELIER_TEST_ADDED=theirs   # and why\nATELIER_TEST_THERE=theirs\n')
    expect(loadEnvironment()).toMatchObject({
      ATELIER_TEST_ADDED: 'theirs',
      ATELIER_TEST_THERE: 'ours',
    })
  })

  it('is not read where it is disabled', () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('ENV_FILE', '')
    const load = vi.spyOn(process, 'loadEnvFile')
    loadEnvironment()
    expect(load).not.toHaveBeenCalled()
  })
})
