import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findOwner } from '#core/accounts/sign-in/open-session.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { Refused } from '#core/refused.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { changeSettings, exportSettings } from './change-settings.ts'
import { insertSettings, readNewestSettings } from './queries.ts'
import { type FixedSettings, followSettings } from './studio-settings.ts'

const base = await testContext()
const { database } = base
const act = { actor: 'ada@example.com', reason: 'summer sale' }

async function studio(fixed: FixedSettings = { environment: {} }) {
  const errors: object[] = []
  const log = { ...base.log, error: (fields: object) => void errors.push(fields) }
  const settings = await followSettings({ ...base, log }, fixed)
  onTestFinished(settings.stop)
  const context = { ...base, settings }
  const change = async (set: unknown, more: object = {}) => {
    const revision = await changeSettings(context, act, { set, ...more })
    await settings.refresh()
    return revision
  }
  return { context, change, errors, values: () => settings.current().settings }
}

async function settingsFile(content: object | string) {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-settings-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = path.join(directory, 'settings.json')
  const write = (text: object | string) =>
    writeFile(file, typeof text === 'string' ? text : JSON.stringify(text))
  await write(content)
  return { file, write }
}

const logoBytes = await sharp({
  create: { width: 600, height: 300, channels: 4, background: '#1d4ed8' },
})
  .withExif({ IFD0: { Artist: 'Ada' } })
  .png()
  .toBuffer()
const onePixelGif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const logoOf = (content: Buffer | string, type = 'png') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`

const problemsOf = (change: Promise<unknown>) =>
  change.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.refusal : error),
  )

describe('a change of settings', () => {
  it('is audited with the values before and after, and reset gives the default again', async () => {
    const { change, values, context } = await studio()
    const revision = await change({ studio_name: 'Lumen', price_percent: 120 })
    expect(await change({ studio_name: 'Lux' })).toBe(revision + 1)
    expect(values()).toMatchObject({ studio_name: 'Lux', price_percent: 120 })
    const rows = await listOperatorActions(database, { limit: 1 })
    expect(rows).toMatchObject([
      {
        ...act,
        act: 'settings.change',
        details: { before: { studio_name: 'Lumen' }, after: { studio_name: 'Lux' } },
      },
    ])
    await change({}, { reset: ['studio_name', 'price_percent'] })
    expect(values()).toMatchObject({ studio_name: 'Atelier', price_percent: 100 })
    expect(context.settings.current().sources.studio_name).toBe('default')
  })

  it('is refused after another operator’s, and of two at once one is', async () => {
    const { change, context } = await studio()
    const revision = await change({ signup_credits: 5 })
    const set = { signup_credits: 6 }
    await changeSettings(context, act, { set, revision })
    await expect(changeSettings(context, act, { set, revision })).rejects.toThrow(
      'settings_changed',
    )
    const both = await Promise.allSettled(
      [7, 8].map((credits) =>
        changeSettings(context, act, {
          set: { signup_credits: credits },
          revision: revision + 1,
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await change({}, { reset: ['signup_credits'] })
  })

  it('leaves out what is saved of a feature that is gone, and keeps it for its return', async () => {
    const { change, context } = await studio()
    await change({ studio_name: 'Lumen' })
    const { revision, settings } = await readNewestSettings(database)
    const saved = { ...settings, of_a_feature: [1] }
    await insertSettings(database, {
      revision: revision + 1,
      settings: saved,
      author: 'a',
      reason: 'b',
    })
    await context.settings.refresh()
    expect(context.settings.current()).toMatchObject({ settings: { studio_name: 'Lumen' } })
    expect(context.settings.current().settings).not.toHaveProperty('of_a_feature')
    await change({ signup_credits: 3 })
    expect(await exportSettings(context)).toMatchObject({ of_a_feature: [1], signup_credits: 3 })
    await change({}, { reset: ['signup_credits', 'studio_name'] })
  })

  it('stores a logo small and without metadata, and audits its hash', async () => {
    const { change, values, context } = await studio()
    await change({ logo: logoOf(logoBytes) })
    const stored = Buffer.from(values().logo?.split(',')[1] ?? '', 'base64')
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 256, height: 128 })
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    const [row] = await listOperatorActions(database, { limit: 1 })
    expect(row?.details).toMatchObject({
      after: { logo: { bytes: stored.length, sha256: expect.stringMatching(/^[\da-f]{64}$/) } },
    })
    const exported = (await exportSettings(context)) as { logo: string }
    await change({}, { reset: ['logo'] })
    expect(values().logo).toBeNull()
    await change({ logo: exported.logo })
    expect(values().logo).toBe(exported.logo)
    await change({}, { reset: ['logo'] })
  })

  it.each([
    [{ price_percent: 0 }, 'price_percent'],
    [{ price_percent: 99.5 }, 'price_percent'],
    [{ model_prices: { 'flux-dev': 0 } }, 'model_prices.flux-dev'],
    [{ model_prices: { 'flux-dve': 30 } }, 'model_prices.flux-dve'],
    [{ colour: 'red' }, 'colour'],
    [{ studio_name: 'A\u202Eb' }, 'studio_name'],
    [{ studio_name: ' ' }, 'studio_name'],
    [{ terms_url: 'https://localhost' }, 'terms_url'],
    [{ terms_url: 'http://example.com/terms' }, 'terms_url'],
    [{ email_domains: ['example'] }, 'email_domains.0'],
    [{ banner: { text: { xx: 'hello' }, tone: 'info' } }, 'banner.text.xx'],
    [{ credit_packs: { currency: 'eur', packs: [] } }, 'credit_packs.packs'],
    [
      { email_domains: ['a.example'], blocked_emails: ['b.example', 'a.example'] },
      'blocked_emails.1',
    ],
    [{ accent_color: 'red' }, 'accent_color'],
    [{ accent_color: '#12345' }, 'accent_color'],
    [{ accent_color: '#123456;--ink:red' }, 'accent_color'],
    [{ model_order: ['flux-dve'] }, 'model_order.0'],
    [{ model_order: ['flux-dev', 'flux-dev'] }, 'model_order'],
    [{ logo: 'https://example.com/logo.png' }, 'logo'],
    [{ logo: logoOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg+xml') }, 'logo'],
    [{ logo: logoOf('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 'logo'],
    [{ logo: logoOf('no image') }, 'logo'],
    [{ logo: logoOf(onePixelGif) }, 'logo'],
    [{ logo: logoOf(logoBytes.subarray(0, 200)) }, 'logo'],
    [{ logo: logoOf(Buffer.alloc(512 * 1024 + 1)) }, 'logo'],
    [{}, ''],
    ['text', ''],
  ])('%j is rejected with its path, and nothing changes', async (set, at) => {
    const { change } = await studio()
    const before = await readNewestSettings(database)
    expect(await problemsOf(change(set))).toMatchObject({
      reason: 'invalid_settings',
      problems: [{ path: at }],
    })
    expect(await readNewestSettings(database)).toEqual(before)
  })
})

it('a setting that contradicts a saved one is rejected, and the saved one stays', async () => {
  const { change } = await studio()
  await change({ email_domains: ['a.example'] })
  const before = await readNewestSettings(database)
  expect(await problemsOf(change({ blocked_emails: ['a.example'] }))).toMatchObject({
    reason: 'invalid_settings',
    problems: [{ path: 'blocked_emails.0', message: 'a.example is in email_domains, too' }],
  })
  expect(await readNewestSettings(database)).toEqual(before)
})

describe('settings of the configuration', () => {
  it('take precedence: the file before the environment, both before saved ones', async () => {
    const { file, write } = await settingsFile({ studio_name: 'File' })
    const environment = { studio_name: 'Environment', signup_credits: 3 }
    const { change, values, context, errors } = await studio({ environment, file })
    expect(values()).toMatchObject({ studio_name: 'File', signup_credits: 3 })
    for (const [name, source] of [
      ['studio_name', 'file'],
      ['signup_credits', 'environment'],
    ] as const) {
      expect(await problemsOf(change({ [name]: values()[name] }))).toMatchObject({
        problems: [{ path: name, message: expect.stringContaining(source) }],
      })
    }
    await write({ price_percent: 90 })
    await context.settings.refresh()
    expect(values()).toMatchObject({ studio_name: 'Environment', price_percent: 90 })

    for (const broken of ['{', { price_percent: 'many' }, { logo: logoOf('no image') }]) {
      await write(broken)
      await context.settings.refresh()
      expect(values().price_percent).toBe(90)
    }
    expect(errors).toHaveLength(3)
    await write({ logo: logoOf(logoBytes) })
    await context.settings.refresh()
    expect(values().logo).toMatch(/^data:image\/png;base64,/)
  })

  it('stop the start when the file is invalid', async () => {
    const { file } = await settingsFile({ colour: 'red', price_percent: 0 })
    await expect(studio({ environment: {}, file })).rejects.toThrow(
      /price_percent: .*\n.*colour: is unknown/,
    )
  })

  it('keep what was read before when a saved version cannot be read', async () => {
    const { context, change, values, errors } = await studio()
    const revision = await change({ studio_name: 'Lumen' })
    const newer = { revision: revision + 1, settings: { studio_name: ' ' } }
    await insertSettings(database, { ...newer, author: 'a newer release', reason: 'x' })
    await context.settings.refresh()
    expect(values().studio_name).toBe('Lumen')
    expect(errors).toMatchObject([{ revision: revision + 1 }])
    const repaired = { ...newer, revision: revision + 2, settings: {} }
    await insertSettings(database, { ...repaired, author: 'ada', reason: 'x' })
  })
})

describe('settings that count', () => {
  it('change the price of the next start, in every process', async () => {
    const [one, other] = [await studio(), await studio()]
    const account = await testAccount(base)
    expect((await startImage(one.context, account.id)).price).toBe(30)
    await one.change({ price_percent: 150 })
    await other.context.settings.refresh()
    expect((await startImage(other.context, account.id)).price).toBe(45)
    await one.change({ model_prices: { 'flux-dev': 7 } })
    expect((await startImage(one.context, account.id)).price).toBe(7)
    await one.change({}, { reset: ['model_prices', 'price_percent'] })
  })

  it('let nothing start during maintenance, and charge nothing', async () => {
    const settings = testSettings({ maintenance: true })
    const account = await testAccount(base, { credits: 500 })
    await expect(startImage({ ...base, settings }, account.id)).rejects.toThrow('maintenance')
    const { credits } = await database
      .selectFrom('account')
      .select('credits')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(credits).toBe(500)
  })

  it.each([
    [{ sign_up: 'closed' }, 'ada.example', false],
    [{ email_domains: ['ada.example'] }, 'ada.example', true],
    [{ email_domains: ['ada.example'] }, 'ADA.example', true],
    [{ email_domains: ['ada.example'] }, 'not-ada.example', false],
    [{ email_domains: ['ada.example'] }, 'ada.example.evil.com', false],
  ] as const)('%j: an address at %s may create an account: %s', async (own, domain, may) => {
    const context = { ...base, settings: testSettings(own) }
    const identity = {
      issuer: 'https://identity.test',
      subject: uuid(),
      email: `${uuid()}@${domain}`,
      name: 'Ada',
    }
    const signIn = findOwner(context, identity)
    if (may) expect((await signIn).account.email).toBe(identity.email)
    else
      await expect(signIn).rejects.toMatchObject({ reason: 'sign_up' in own ? 'closed' : 'domain' })
    const asOperator = { ...context, admins: new Set([identity.email.toLowerCase()]) }
    const { account } = await findOwner(asOperator, identity)
    expect((await findOwner(context, identity)).account.id).toBe(account.id)
  })

  it('give new accounts their preference', async () => {
    const settings = testSettings({ default_visibility: 'private' })
    const identity = { issuer: 'https://identity.test', subject: uuid(), name: 'Ada' }
    const email = `${uuid()}@example.com`
    const { account } = await findOwner({ ...base, settings }, { ...identity, email })
    expect(account.default_public).toBe(false)
  })
})
