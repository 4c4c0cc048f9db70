import { describe, expect, it } from 'vitest'
import type { SomeSettings } from '#contract/studio-settings.ts'
import { createApiKey } from '#services/accounts/api-keys.ts'
import { decideApproval } from '#services/admin/decide-approval.ts'
import { createInvitation } from '#services/admin/invitations.ts'
import { fixedSettings } from '#services/settings/studio-settings.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { readMoney } from '#testing/context.ts'

/** Settings that a test changes as an operator does. */
const studio = { reader: fixedSettings() }
const listeners = new Set<() => void>()
const world = await signInEnvironment({
  settings: {
    current: () => studio.reader.current(),
    refresh: async () => undefined,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  },
})
const { context, url, person } = world
const act = { actor: 'boss@example.com', reason: 'a test' }

function use(settings: SomeSettings) {
  studio.reader = fixedSettings(settings)
  for (const listener of listeners) listener()
}

const invite = async () =>
  (
    await createInvitation(context, act, {
      ...{ uses: 1, days: 1, credits: 40, note: null },
      ...{ email: null, sendsMail: false },
    })
  ).token

async function check(token: string) {
  const response = await fetch(`${url}/api/invitations/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return { status: response.status, body: await response.json() }
}

const accountOf = (email: string) =>
  context.database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

describe('a person who follows an invitation', () => {
  it('gets an account with its credits; the next one learns that it was used', async () => {
    use({ sign_up: 'invitation' })
    const token = await invite()
    expect(await check(token)).toEqual({ status: 200, body: { state: 'valid', credits: 40 } })
    const [browser, ada] = [createBrowser(), newPerson()]
    person.claims = ada
    const callback = await world.arrive(browser, '/zh/pricing', { invitation: token })
    expect(await world.enter(browser, callback)).toMatchObject({ to: '/zh/pricing' })
    const account = await accountOf(ada.email ?? '')
    expect((await readMoney(context, account?.id ?? '')).balance).toBe(40)

    expect(await check(token)).toEqual({ status: 200, body: { state: 'used_up', credits: 0 } })
    const [other, eve] = [createBrowser(), newPerson()]
    person.claims = eve
    const late = await world.arrive(other, '/zh', { invitation: token })
    expect((await world.enter(other, late)).to).toBe('/zh/join?sign_in=invitation_used_up')
    expect(await accountOf(eve.email ?? '')).toBeUndefined()
    expect(await world.whoIs(other)).toBeNull()
  })

  it('and has an account is led back to it, and its use stays', async () => {
    use({})
    const [browser, ada] = [createBrowser(), newPerson()]
    await world.signIn(browser, ada)
    const token = await invite()
    person.claims = ada
    const callback = await world.arrive(browser, '/zh', { invitation: token })
    expect((await world.enter(browser, callback)).to).toBe(`/zh/join/${token}`)
    expect((await check(token)).body).toMatchObject({ state: 'valid' })
  })

  it('cannot bring a token that is not one, nor a role', async () => {
    use({ sign_up: 'invitation' })
    for (const token of ['', 'x', `${'x'.repeat(42)}%00`, 'x'.repeat(44)])
      expect((await check(token)).status).toBe(400)
    expect((await check('x'.repeat(43))).body).toEqual({ state: 'unknown', credits: 0 })
    const response = await fetch(`${url}/api/invitations/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x'.repeat(43), role: 'owner' }),
    })
    expect(await response.json()).toMatchObject({ fields: [{ field: 'role' }] })
  })
})

describe('a person who may not sign up', () => {
  it.each([
    [{ sign_up: 'closed' }, 'closed'],
    [{ sign_up: 'invitation' }, 'invitation_needed'],
    [{ email_domains: ['other.example'] }, 'domain'],
    [{ blocked_emails: ['example.com'] }, 'blocked'],
  ] as const)('with %j is sent to a page that says so, and nothing is stored', async (own, why) => {
    use(own)
    const [browser, ada] = [createBrowser(), newPerson()]
    person.claims = ada
    const entered = await world.enter(browser, await world.arrive(browser, '/zh/account'))
    expect(entered.to).toBe(`/zh/join?sign_in=${why}`)
    expect(await world.whoIs(browser)).toBeNull()
    expect(await accountOf(ada.email ?? '')).toBeUndefined()
  })
})

it('an account that waits is sent to a page that says so, starts nothing, and then can', async () => {
  use({ sign_up: 'approval', signup_credits: 50 })
  const [browser, ada] = [createBrowser(), newPerson()]
  person.claims = ada
  const entered = await world.enter(browser, await world.arrive(browser, '/zh/account'))
  expect(entered.to).toBe('/zh/join')
  const account = await accountOf(ada.email ?? '')
  if (!account) throw new Error('There is no account')
  const view = async () => (await browser.request(`${url}/api/account`)).json()
  expect(await view()).toMatchObject({ is_suspended: true, approval: 'waiting' })
  await context.database
    .updateTable('account')
    .set({ has_paid: true, credits: 0 })
    .where('id', '=', account.id)
    .execute()
  await decideApproval(context, act, { name: account.id, isApproved: true, sendsMail: false })
  expect(await view()).toMatchObject({
    ...{ is_suspended: false, approval: null, credits: { left_credits: 50 } },
  })
})

it('a blocked address immediately loses its session, its API keys and its event stream', async () => {
  use({})
  const [browser, ada] = [createBrowser(), newPerson()]
  await world.signIn(browser, ada)
  const account = await accountOf(ada.email ?? '')
  const key = await createApiKey(context, account?.id ?? '', 'test')
  const byKey = () => fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${key}` } })
  const start = () =>
    fetch(`${url}/api/image-generation/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'flux-schnell', prompt: 'x' }),
    })
  expect((await byKey()).status).toBe(200)
  // The key is remembered for its next start.
  expect((await start()).status).not.toBe(401)
  const stream = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${key}` } })
  const ended = stream.text()

  use({ blocked_emails: [ada.email ?? ''] })
  expect(await ended).toContain('event: signed-out')
  expect((await byKey()).status).toBe(401)
  expect((await start()).status).toBe(401)
  expect(await world.whoIs(browser)).toBeNull()
})
