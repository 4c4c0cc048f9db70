import { expect, it } from 'vitest'
import type { IdentityProvider, SignInMethod } from '#providers/identity.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { testSignInMethod } from '#testing/context.ts'
import { type Claims, startIssuer } from '#testing/issuer.ts'

const world = await signInEnvironment()
const { url, person, context } = world
// Added later: the issuers need the server's address.
const methods = context.signInMethods as SignInMethod[]

async function addIssuer(id: string, own: Partial<SignInMethod> = {}) {
  const registered = await startIssuer(() => person.claims, {
    redirectUris: [`${url}/api/auth/callback/${id}`],
  })
  methods.push(testSignInMethod(createOpenIdProvider(registered), { id, name: id, ...own }))
}
await addIssuer('acme')
await addIssuer('trusted', { isTrusted: true })
await addIssuer('school', { domains: ['school.example'] })

/** Signs in with a provider, and answers where that leads. */
async function signIn(method: string, claims: Claims, browser = createBrowser()) {
  person.claims = claims
  const way = `${url}/api/auth/sign-in?${new URLSearchParams({ method, return_to: '/account' })}`
  const isCallback = (at: URL) => at.pathname.startsWith('/api/auth/callback')
  const callback = (await browser.open(way, isCallback)).url
  return { browser, callback, ...(await world.enter(browser, callback)) }
}

const accountsOf = (email = '') =>
  context.database.selectFrom('account').selectAll().where('email', '=', email).execute()

it('each provider has a button, a callback, and accounts of its own', async () => {
  const settings = (await (await fetch(`${url}/api/settings`)).json()) as object
  expect(settings).toMatchObject({
    sign_in_methods: ['google', 'acme', 'trusted', 'school'].map((id) => ({ id })),
  })
  const ada = newPerson()
  const { browser, callback, to } = await signIn('acme', ada)
  expect({ path: callback.pathname, to }).toEqual({
    path: '/api/auth/callback/acme',
    to: '/account',
  })
  expect(await world.whoIs(browser)).toBe(ada.email)
  // The subject counts with its issuer: the same one elsewhere is another person.
  const eve = newPerson({ sub: ada.sub })
  const other = await signIn('google', eve)
  expect(await world.whoIs(other.browser)).toBe(eve.email)
})

it('a verified e-mail of a second provider takes over no account', async () => {
  const ada = newPerson()
  await signIn('google', ada)
  const thief = await signIn('acme', { ...ada, sub: 'thief' })
  expect(thief.failure).toBe('taken')
  expect(await world.whoIs(thief.browser)).toBeNull()
  expect(await accountsOf(ada.email)).toHaveLength(1)
})

it('that the operator trusts leads to the account, and stays linked', async () => {
  const ada = newPerson()
  await signIn('google', ada)
  const linked = await signIn('trusted', { ...ada, sub: `${ada.sub}-work` })
  expect(await world.whoIs(linked.browser)).toBe(ada.email)
  const moved = { ...ada, sub: `${ada.sub}-work`, email: `new-${ada.email}` }
  const again = await signIn('trusted', moved)
  expect(await world.whoIs(again.browser)).toBe(moved.email)
  expect(await accountsOf(moved.email)).toHaveLength(1)
  expect(await accountsOf(ada.email)).toHaveLength(0)
})

it('an unverified e-mail is trusted nowhere', async () => {
  const ada = newPerson()
  await signIn('google', ada)
  for (const method of ['acme', 'trusted']) {
    const attempt = await signIn(method, { ...ada, sub: 'x', email_verified: false })
    expect(attempt.failure).toBe('unverified')
  }
})

it('a provider for some domains refuses others', async () => {
  expect((await signIn('school', newPerson())).to).toBe('/join?sign_in=domain')
  const pupil = newPerson({ email: `pupil-${Date.now()}@school.example` })
  const { browser } = await signIn('school', pupil)
  expect(await world.whoIs(browser)).toBe(pupil.email)
})

it('an answer counts at the callback of its own provider alone, and no other sees its code', async () => {
  const seen: URL[] = []
  const curious: IdentityProvider = {
    begin: () => Promise.reject(new Error('unused')),
    finish: async (callback) => {
      seen.push(callback)
      throw new Error('unused')
    },
  }
  methods.push(testSignInMethod(curious, { id: 'curious' }))
  const browser = createBrowser()
  person.claims = newPerson()
  const way = `${url}/api/auth/sign-in?method=acme`
  const isCallback = (at: URL) => at.pathname.startsWith('/api/auth/callback')
  for (const path of ['', '/curious', '/trusted', '/nowhere']) {
    const { search } = (await browser.open(way, isCallback)).url
    const entered = await world.enter(browser, `${url}/api/auth/callback${path}${search}`)
    expect(entered.failure).toBe('failed')
  }
  expect(seen).toEqual([])
  expect(await world.whoIs(browser)).toBeNull()
})

it('an unknown provider is refused', async () => {
  const browser = createBrowser()
  const entered = await world.enter(browser, `${url}/api/auth/sign-in?method=nowhere`)
  expect(entered.failure).toBe('failed')
})
