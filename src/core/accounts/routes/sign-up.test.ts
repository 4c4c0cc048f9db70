import { describe, expect, it } from 'vitest'
import type { SomeSettings } from '#core/settings/contract/studio-settings.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { testSettings } from '#testing/settings.ts'
import { createApiKey } from '../api-keys.ts'
import { decideApproval } from '../decide-approval.ts'

/** Settings that a test changes as an operator does. */
const studio = { reader: testSettings() }
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
  studio.reader = testSettings(settings)
  for (const listener of listeners) listener()
}

const accountOf = (email: string) =>
  context.database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

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
