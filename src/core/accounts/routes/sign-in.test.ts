import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { createAccountWithCredits } from '../create-account.ts'

const world = await signInEnvironment()
const { url, context, person } = world
const { database } = context

const accountsOf = (email: string) =>
  database.selectFrom('account').selectAll().where('email', '=', email).execute()

describe('signing in', () => {
  it('opens a session and returns to the page where it began', async () => {
    const [browser, claims] = [createBrowser(), newPerson()]
    person.claims = claims
    const callback = await world.arrive(browser, '/zh/creator/image?prompt=%E7%8B%90#top')
    const entered = await world.enter(browser, callback)
    expect(entered).toMatchObject({
      status: 302,
      to: '/zh/creator/image?prompt=%E7%8B%90#top',
      failure: null,
    })
    expect(await world.whoIs(browser)).toBe(claims.email)
  })

  it('sets cookies that scripts cannot read and other sites cannot send', async () => {
    const [browser, arriving] = [createBrowser(), createBrowser()]
    await world.arrive(arriving)
    const [attempt] = [...arriving.cookies(url)].filter(([name]) =>
      name.startsWith('atelier_sign_in_'),
    )
    expect(attempt?.[1].attributes).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
    await world.signIn(browser)
    const attributes = (name: string) => browser.cookies(url).get(name)?.attributes
    expect(attributes('atelier_session')).toEqual([
      'Max-Age=2592000',
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
    ])
    expect(attributes('atelier_signed_in')).toEqual(['Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    expect(
      [...browser.cookies(url).keys()].filter((name) => name.startsWith('atelier_sign_in_')),
    ).toEqual([])
  })

  it('binds them to the host over https', async () => {
    const secured = createApp({ ...world.options, publicUrl: 'https://studio.example' }, null)
    const begun = await secured.request('https://studio.example/api/auth/sign-in')
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-atelier_sign_in_[\w-]{16}=.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const token = await world.signIn(createBrowser())
    const headers = { cookie: `__Host-atelier_session=${token}` }
    const seen = await secured.request('https://studio.example/api/account', { headers })
    expect(seen.headers.getSetCookie()).toEqual([
      `__Host-atelier_session=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'atelier_signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    ])
  })

  it('is not cached', async () => {
    const browser = createBrowser()
    const begun = await browser.request(`${url}/api/auth/sign-in`)
    const back = await browser.request(await world.arrive(browser))
    for (const response of [begun, back])
      expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('extends the session’s cookie with every request for the account', async () => {
    const browser = createBrowser()
    const token = await world.signIn(browser)
    const response = await browser.request(`${url}/api/account`)
    expect(response.headers.getSetCookie()).toContainEqual(
      expect.stringContaining(`atelier_session=${token}; Max-Age=2592000`),
    )
    const headers = { authorization: 'Bearer atl_nobody' }
    expect(
      (await browser.request(`${url}/api/account`, { headers })).headers.getSetCookie(),
    ).toEqual([])
  })

  it('extends a used session in the database', async () => {
    const [browser, claims] = [createBrowser(), newPerson()]
    await world.signIn(browser, claims)
    const mine = sql`where account_id = (select id from account where email = ${claims.email})`
    await sql`update session set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day' ${mine}`.execute(
      database,
    )
    await world.whoIs(browser)
    const { rows } = await sql<{ days: number }>`
      select extract(day from expires_at - now())::int as days from session ${mine}`.execute(
      database,
    )
    expect(rows).toEqual([{ days: 29 }])
    await sql`update session set expires_at = now() - interval '1 second' ${mine}`.execute(database)
    expect(await world.whoIs(browser)).toBeNull()
  })
})

describe('several tabs', () => {
  it('can sign in at once, in any order', async () => {
    const [browser, claims] = [createBrowser(), newPerson()]
    person.claims = claims
    const callbacks = []
    for (const tab of [1, 2, 3, 4])
      callbacks.push(await world.arrive(browser, `/creator/image?tab=${tab}`))
    for (const [index, callback] of [...callbacks.entries()].reverse()) {
      expect(await world.enter(browser, callback)).toMatchObject({
        to: `/creator/image?tab=${index + 1}`,
        failure: null,
      })
    }
    expect(await world.countSessions(claims.email ?? '')).toBe(1)
  })

  it('beyond four make the oldest start again', async () => {
    const browser = createBrowser()
    person.claims = newPerson()
    const first = await world.arrive(browser, '/1')
    for (const tab of [2, 3, 4, 5, 6]) await world.arrive(browser, `/${tab}`)
    expect(
      [...browser.cookies(url).keys()].filter((name) => name.startsWith('atelier_sign_in_')),
    ).toHaveLength(4)
    expect(await world.enter(browser, first)).toMatchObject({ failure: 'failed' })
  })

  it('never send more cookies than a server reads', async () => {
    const browser = createBrowser()
    for (const _ of [1, 2, 3, 4, 5])
      await world.arrive(browser, `/creator/image?prompt=${'%E7%8B%90'.repeat(100)}`)
    const bytes = [...browser.cookies(url)].reduce(
      (sum, [name, { value }]) => sum + name.length + value.length + 3,
      0,
    )
    expect(bytes).toBeLessThan(8_000)
    expect(await world.whoIs(browser)).toBeNull()
  })

  it('return to the page without parameters when its address is very long', async () => {
    const browser = createBrowser()
    const callback = await world.arrive(browser, `/creator/image?prompt=${'x'.repeat(5_000)}`)
    expect(await world.enter(browser, callback)).toMatchObject({
      to: '/creator/image',
      failure: null,
    })
  })
})

describe('the account after signing in', () => {
  it('is the one of the identity, whatever its e-mail is by now', async () => {
    const claims = newPerson()
    await world.signIn(createBrowser(), claims)
    const moved = { ...claims, email: `moved-${claims.email}` }
    const browser = createBrowser()
    await world.signIn(browser, moved)
    expect(await world.whoIs(browser)).toBe(moved.email)
    expect(await accountsOf(claims.email ?? '')).toEqual([])
  })

  it('is the one the operator created for this e-mail, in any case', async () => {
    const claims = newPerson()
    const email = claims.email?.toUpperCase() ?? ''
    const made = await createAccountWithCredits(context, {
      email,
      name: null,
      credits: 70,
      paid: true,
    })
    await world.signIn(createBrowser(), claims)
    const [account] = await accountsOf(email)
    expect(account).toMatchObject({
      id: made.account.id,
      credits: 70,
      subject: claims.sub,
      name: 'Ada',
    })
  })

  it('is created once, with several tabs at once', async () => {
    const claims = newPerson()
    person.claims = claims
    const browsers = Array.from({ length: 8 }, () => createBrowser())
    const callbacks = await Promise.all(browsers.map((browser) => world.arrive(browser)))
    const entered = await Promise.all(
      browsers.map((browser, index) => world.enter(browser, callbacks[index] ?? '')),
    )
    expect(entered.map(({ failure }) => failure)).toEqual(Array(8).fill(null))
    expect(await accountsOf(claims.email ?? '')).toHaveLength(1)
    expect(await world.countSessions(claims.email ?? '')).toBe(8)
  })

  it('is refused when the e-mail belongs to another identity', async () => {
    const claims = newPerson()
    await world.signIn(createBrowser(), claims)
    const browser = createBrowser()
    person.claims = newPerson({ email: claims.email ?? '' })
    expect(await world.enter(browser, await world.arrive(browser))).toMatchObject({
      failure: 'taken',
    })
    expect(await world.whoIs(browser)).toBeNull()
    expect(await accountsOf(claims.email ?? '')).toMatchObject([{ subject: claims.sub }])
  })

  it('keeps its e-mail when the identity’s new one belongs to another account', async () => {
    const [claims, other] = [newPerson(), newPerson()]
    await world.signIn(createBrowser(), claims)
    await world.signIn(createBrowser(), other)
    const browser = createBrowser()
    await world.signIn(browser, { ...claims, email: other.email ?? '' })
    expect(await world.whoIs(browser)).toBe(claims.email)
  })

  it('can be suspended: it can sign in and read, and start nothing', async () => {
    const [browser, claims] = [createBrowser(), newPerson()]
    const email = claims.email ?? ''
    await createAccountWithCredits(context, { email, name: null, credits: 500, paid: true })
    await database
      .updateTable('account')
      .set({ suspended_at: new Date() })
      .where('email', '=', email)
      .execute()
    await world.signIn(browser, claims)
    expect(await world.whoIs(browser)).toBe(email)
    const response = await browser.request(`${url}/api/image-generation/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { code: 'account_suspended' },
    ])
  })
})
