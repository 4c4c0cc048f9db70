import { generateKeyPairSync } from 'node:crypto'
import { serializeSigned } from 'hono/utils/cookie'
import { afterEach, describe, expect, it } from 'vitest'
import { createOpenIdProvider } from '#providers/openid.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { type Browser, createBrowser } from '#testing/browser.ts'
import { clientSecret, type Forge, keyed, publicPem, signed, unsigned } from '#testing/issuer.ts'

const world = await signInEnvironment()
const { url, person, attack, options } = world

afterEach(() => {
  attack.forge = undefined
})

/** Returns the callback with changed parameters; `null` removes one. */
function changed(callback: URL, parameters: Record<string, string | null>): URL {
  const address = new URL(callback)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  return address
}

/** Expects that the answer opens no session and reports the failure. */
async function expectRefused(browser: Browser, callback: URL | string, failure = 'failed') {
  expect(await world.enter(browser, callback)).toMatchObject({ status: 302, failure })
  expect(world.tokenOf(browser)).toBe('')
  expect(await world.countSessions(person.claims.email ?? '')).toBe(0)
}

/** A browser that returns from the identity provider, with a new identity. */
async function arrived() {
  person.claims = newPerson()
  const browser = createBrowser()
  return { browser, callback: await world.arrive(browser) }
}

describe('the state', () => {
  it.each([
    ['another', { state: 'x'.repeat(43) }],
    ['one with the same beginning', { state: '' }],
    ['none', { state: null }],
  ])('is rejected: %s', async (name, parameters) => {
    const { browser, callback } = await arrived()
    const real = callback.searchParams.get('state') ?? ''
    const similar = { state: real.slice(0, 20) + 'x'.repeat(real.length - 20) }
    await expectRefused(browser, changed(callback, name.startsWith('one') ? similar : parameters))
  })

  it('is rejected when it is repeated', async () => {
    const { browser, callback } = await arrived()
    await expectRefused(browser, `${callback.href}&state=${callback.searchParams.get('state')}`)
  })

  it('is rejected when it is that of another browser', async () => {
    const [mine, theirs] = [await arrived(), createBrowser()]
    const other = await world.arrive(theirs)
    await expectRefused(
      mine.browser,
      changed(mine.callback, { state: other.searchParams.get('state') }),
    )
  })

  it('is rejected in a browser without an attempt, which prevents login CSRF', async () => {
    const attacker = await arrived()
    const victim = createBrowser()
    await expectRefused(victim, attacker.callback)
    const signedIn = createBrowser()
    const token = await world.signIn(signedIn)
    const claims = newPerson()
    person.claims = claims
    const planted = await world.arrive(createBrowser())
    expect(await world.enter(signedIn, planted)).toEqual({ status: 302, to: '/', failure: null })
    expect(world.tokenOf(signedIn)).toBe(token)
  })
})

describe('the attempt', () => {
  const attemptIn = (browser: Browser) => {
    const [found] = [...browser.cookies(url)].filter(([name]) =>
      name.startsWith('atelier_sign_in_'),
    )
    if (!found) throw new Error('There is no attempt')
    const [name, { value }] = found
    const [text = ''] = decodeURIComponent(value).split('.')
    return {
      name,
      value,
      attempt: JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>,
    }
  }
  const written = async (name: string, attempt: object, secret: string) => {
    const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
    return (await serializeSigned(name, text, secret)).slice(name.length + 1)
  }

  it('is rejected when it is forged', async () => {
    const { browser, callback } = await arrived()
    const { name, attempt } = attemptIn(browser)
    const theirs = { ...attempt, returnTo: 'https://evil.example' }
    browser.plant(url, name, await written(name, theirs, 'a secret they do not know, so another'))
    await expectRefused(browser, callback)
  })

  it('is rejected when it is altered', async () => {
    const { browser, callback } = await arrived()
    const { name, value, attempt } = attemptIn(browser)
    const altered = Buffer.from(
      JSON.stringify({ ...attempt, returnTo: '//evil.example' }),
    ).toString('base64url')
    browser.plant(url, name, value.replace(/^[^.%]*/, altered))
    await expectRefused(browser, callback)
  })

  it('is rejected after ten minutes, also when the browser kept it', async () => {
    const { browser, callback } = await arrived()
    const { name, attempt } = attemptIn(browser)
    const old = { ...attempt, at: Date.now() - 600_001 }
    browser.plant(url, name, await written(name, old, options.sessionSecret))
    await expectRefused(browser, callback)
  })

  it('accepts one answer, also when the browser repeats it', async () => {
    const { browser, callback } = await arrived()
    const { name, value } = attemptIn(browser)
    expect(await world.enter(browser, callback)).toMatchObject({ failure: null })
    const replaying = createBrowser()
    replaying.plant(url, name, value)
    expect(await world.enter(replaying, callback)).toMatchObject({ failure: 'failed' })
    expect(world.tokenOf(replaying)).toBe('')
    expect(await world.countSessions(person.claims.email ?? '')).toBe(1)
  })

  it('opens one session for ten concurrent answers', async () => {
    const { browser, callback } = await arrived()
    const { name, value } = attemptIn(browser)
    const copies = Array.from({ length: 10 }, () => {
      const copy = createBrowser()
      copy.plant(url, name, value)
      return copy
    })
    const entered = await Promise.all(copies.map((copy) => world.enter(copy, callback)))
    expect(entered.filter(({ failure }) => failure === null)).toHaveLength(1)
    expect(await world.countSessions(person.claims.email ?? '')).toBe(1)
    expect(await world.enter(browser, callback)).toMatchObject({ failure: 'failed' })
  })
})

describe('the code', () => {
  it('is rejected without its verifier', async () => {
    const attacker = await arrived()
    const victim = createBrowser()
    const own = await world.arrive(victim)
    await expectRefused(victim, changed(own, { code: attacker.callback.searchParams.get('code') }))
  })

  it.each([
    ['made up', 'x'],
    ['absent', null],
  ])('is rejected when it is %s', async (_name, code) => {
    const { browser, callback } = await arrived()
    await expectRefused(browser, changed(callback, { code }))
  })

  it('is accepted with its issuer’s name only', async () => {
    for (const iss of ['https://evil.example', null]) {
      const { browser, callback } = await arrived()
      await expectRefused(browser, changed(callback, { iss }))
    }
  })

  it('opens no session when the person declined, and reports it', async () => {
    const { browser, callback } = await arrived()
    await expectRefused(
      browser,
      changed(callback, { code: null, error: 'access_denied' }),
      'declined',
    )
  })

  it('opens no session when the identity provider fails', async () => {
    const { browser, callback } = await arrived()
    await expectRefused(
      browser,
      changed(callback, { code: null, error: 'server_error' }),
      'unavailable',
    )
  })
})

describe('the id_token', () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
  const forgeries: Record<string, Forge> = {
    'of another nonce': ({ header, claims, sign }) =>
      sign(header, { ...claims, nonce: 'x'.repeat(43) }),
    'without a nonce': ({ header, claims: { nonce, ...claims }, sign }) => sign(header, claims),
    'of another issuer': ({ header, claims, sign }) =>
      sign(header, { ...claims, iss: 'https://evil.example' }),
    'for another client': ({ header, claims, sign }) =>
      sign(header, { ...claims, aud: 'somebody-else' }),
    'for several clients, by another': ({ header, claims, sign }) =>
      sign(header, { ...claims, aud: ['atelier', 'other'], azp: 'other' }),
    'that has expired': ({ header, claims, sign }) =>
      sign(header, { ...claims, exp: inAnHour - 7_200 }),
    'without a subject': ({ header, claims: { sub, ...claims }, sign }) => sign(header, claims),
    'with alg none': ({ claims }) => unsigned({ alg: 'none' }, claims),
    'with alg none and the old signature': ({ claims, sign }) =>
      unsigned({ alg: 'none' }, claims) + sign({ alg: 'RS256' }, claims).split('.')[2],
    'with HS256 and the client’s secret': ({ header, claims }) =>
      keyed({ ...header, alg: 'HS256' }, claims, clientSecret),
    'with HS256 and the public key as secret': ({ header, claims }) =>
      keyed({ ...header, alg: 'HS256' }, claims, publicPem),
    'signed with a foreign key': ({ header, claims }) => signed(header, claims, foreign),
    'signed with a foreign key that it brings along': ({ header, claims }) =>
      signed({ ...header, kid: 'mine', jwk: foreign.export({ format: 'jwk' }) }, claims, foreign),
    'altered under its signature': ({ header, claims, sign }) => {
      const [head, , signature] = sign(header, claims).split('.')
      const body = Buffer.from(JSON.stringify({ ...claims, email: 'root@example.com' })).toString(
        'base64url',
      )
      return `${head}.${body}.${signature}`
    },
    'that is none': () => 'x.y.z',
  }

  it('is accepted unchanged', async () => {
    attack.forge = ({ header, claims, sign }) => sign(header, claims)
    const { browser, callback } = await arrived()
    expect(await world.enter(browser, callback)).toMatchObject({ failure: null })
  })

  it.each(Object.entries(forgeries))('is rejected %s', async (_name, forge) => {
    const { browser, callback } = await arrived()
    attack.forge = forge
    const { failure } = await world.enter(browser, callback)
    expect(['failed', 'unavailable']).toContain(failure)
    expect(world.tokenOf(browser)).toBe('')
    expect(await world.countSessions(person.claims.email ?? '')).toBe(0)
  })

  it.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is said to be verified in other words', { email_verified: 'yes' }],
    ['is another’s when its capitals are small', { email: 'Admin\u212a@example.com' }],
    ['has a dot on its capital', { email: 'ADM\u0130N@example.com' }],
    ['holds what nobody sees', { email: 'admin\u200b@example.com' }],
    ['is empty', { email: '' }],
    ['is absent', { email: undefined }],
  ])('is rejected when its e-mail %s', async (_name, own) => {
    const browser = createBrowser()
    const { email, email_verified, ...rest } = { ...newPerson(), ...own }
    person.claims = {
      ...rest,
      ...(email !== undefined && { email }),
      ...(email_verified !== undefined && { email_verified }),
    }
    await expectRefused(browser, await world.arrive(browser), 'unverified')
  })
})

describe('the session', () => {
  it('is a new one: the browser’s earlier session is not reused, and ends', async () => {
    const attacker = createBrowser()
    const theirs = await world.signIn(attacker)
    const victim = createBrowser()
    victim.plant(url, 'atelier_session', theirs)
    const claims = newPerson()
    expect(await world.signIn(victim, claims)).not.toBe(theirs)
    expect(await world.whoIs(victim)).toBe(claims.email)
    expect(await world.whoIs(attacker)).toBeNull()
  })

  it('does not use a forged token', async () => {
    const victim = createBrowser()
    victim.plant(url, 'atelier_session', 'made-up')
    expect(await world.signIn(victim)).toMatch(/^[\w-]{64}$/)
    const attacker = createBrowser()
    attacker.plant(url, 'atelier_session', 'made-up')
    expect(await world.whoIs(attacker)).toBeNull()
  })

  it('is not changed by a rejected answer', async () => {
    const browser = createBrowser()
    const token = await world.signIn(browser)
    const callback = await world.arrive(browser)
    expect(await world.enter(browser, changed(callback, { code: 'x' }))).toMatchObject({
      failure: 'failed',
    })
    expect(world.tokenOf(browser)).toBe(token)
    expect(await world.whoIs(browser)).not.toBeNull()
  })
})

describe('the issuer', () => {
  it('is fixed by discovery, and no other is accepted', async () => {
    const other = createOpenIdProvider({ ...world.issuer, issuer: `${world.issuer.issuer}/` })
    await expect(other.begin(world.callbackUrl)).resolves.toBeDefined()
    const wrong = createOpenIdProvider({
      ...world.issuer,
      issuer: world.issuer.issuer.replace('127.0.0.1', 'localhost'),
    })
    await expect(wrong.begin(world.callbackUrl)).rejects.toThrow()
  })
})
