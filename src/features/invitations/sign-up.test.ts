import { describe, expect, it } from 'vitest'
import type { SomeSettings } from '#core/settings/contract/studio-settings.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { readMoney } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { createInvitation } from './manage-invitations.ts'

/** Settings that a test changes as an operator does. */
const studio = { reader: testSettings() }
const world = await signInEnvironment({
  settings: {
    current: () => studio.reader.current(),
    refresh: async () => undefined,
    onChange: () => () => undefined,
  },
})
const { context, url, person } = world
const act = { actor: 'boss@example.com', reason: 'a test' }

function use(settings: SomeSettings) {
  studio.reader = testSettings(settings)
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
