import { describe, expect, it } from 'vitest'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import type { AccountView } from '../contract/account.ts'
import { mergePreferences } from './sync-preferences.ts'

const world = await signInEnvironment()
const { url, context, person } = world

/**
 * An account with the preferences `own`, and a browser that returns to `returnTo` with `cookies`.
 */
async function signInWith(
  own: object,
  cookies: Record<string, string>,
  returnTo = '/creator/image?a=1#b',
) {
  const email = `${crypto.randomUUID()}@example.com`
  const claims = newPerson({ email })
  await world.signIn(createBrowser(), claims)
  await context.database.updateTable('account').set(own).where('email', '=', email).execute()
  const browser = createBrowser()
  for (const [name, value] of Object.entries(cookies)) browser.plant(url, name, value)
  person.claims = claims
  const { to } = await world.enter(browser, await world.arrive(browser, returnTo))
  const account = (await (await browser.request(`${url}/api/account`)).json()) as AccountView
  const kept = (name: string) => browser.cookies(url).get(name)?.value
  return { to, account, kept }
}

describe('after signing in', () => {
  it('a new browser uses the account’s theme and language from the first page on', async () => {
    const { to, kept } = await signInWith({ language: 'zh', theme: 'light' }, {})
    expect(to).toBe('/zh/creator/image?a=1#b')
    expect([kept('theme'), kept('locale')]).toEqual(['light', 'zh'])
  })

  it('the account’s preferences override those set earlier in a browser', async () => {
    const { to, kept } = await signInWith(
      { language: 'en', theme: 'dark' },
      { theme: 'light', locale: 'zh' },
      '/zh',
    )
    expect([to, kept('theme'), kept('locale')]).toEqual(['/', 'dark', 'en'])
  })

  it('a choice made just before is kept, and saved to the account once', async () => {
    const chosen = { theme: 'system', locale: 'zh', atelier_chosen: 'theme.language' }
    const { to, account, kept } = await signInWith(
      { language: 'en', theme: 'dark' },
      chosen,
      '/zh/creator/image',
    )
    expect(to).toBe('/zh/creator/image')
    expect(account).toMatchObject({ language: 'zh', theme: 'system' })
    expect(kept('atelier_chosen')).toBeUndefined()
  })

  it('nothing changes where the account has no preference', async () => {
    const silent = await signInWith({ language: null }, { theme: 'light' }, '/zh/account')
    expect([silent.to, silent.kept('theme'), silent.account.theme]).toEqual([
      '/zh/account',
      'light',
      null,
    ])
  })

  it.each(['/zh//evil.example/', '/zh/\\\\evil.example', '/zh/api/account/export'])(
    '%s leads nowhere else',
    async (path) => {
      const { to } = await signInWith({ language: 'en' }, {}, path)
      expect(new URL(to, url).origin).toBe(url)
      expect(to).not.toMatch(/^\/(\/|api)/)
    },
  )

  it('invalid cookies are ignored', async () => {
    const odd = { theme: '"><script>', locale: 'xx', atelier_chosen: 'theme.language.__proto__' }
    const { account } = await signInWith({ language: null, theme: 'light' }, odd)
    expect(account).toMatchObject({ language: null, theme: 'light' })
  })
})

const nothing = { language: null, theme: null } as const
const old = { language: false, theme: false }
const justNow = { language: true, theme: true }

describe('mergePreferences', () => {
  it('applies the account’s preferences, also over earlier ones of the browser', () => {
    const account = { language: 'zh', theme: 'light' } as const
    expect(mergePreferences({ language: 'en', theme: 'dark' }, old, account)).toEqual({
      toAccount: {},
      toBrowser: account,
    })
    expect(mergePreferences(nothing, old, account)).toEqual({ toAccount: {}, toBrowser: account })
  })

  it('keeps a new choice of this browser, and saves it to the account', () => {
    const here = { language: 'en', theme: 'system' } as const
    const settled = mergePreferences(here, justNow, { language: 'zh', theme: 'light' })
    expect(settled).toEqual({ toAccount: here, toBrowser: {} })
  })

  it('merges each preference independently', () => {
    const here = { language: 'en', theme: 'light' } as const
    const settled = mergePreferences(
      here,
      { language: false, theme: true },
      { language: 'zh', theme: 'dark' },
    )
    expect(settled).toEqual({ toAccount: { theme: 'light' }, toBrowser: { language: 'zh' } })
  })

  it('keeps the browser’s preferences where the account has none, or the same', () => {
    expect(mergePreferences({ language: 'zh', theme: 'light' }, old, nothing)).toEqual({
      toAccount: {},
      toBrowser: {},
    })
    const same = { language: 'zh', theme: 'light' } as const
    expect(mergePreferences(same, justNow, same)).toEqual({ toAccount: {}, toBrowser: {} })
  })

  it('saves nothing from a mark without a choice', () => {
    const settled = mergePreferences(nothing, justNow, { language: null, theme: 'light' })
    expect(settled).toEqual({ toAccount: {}, toBrowser: { theme: 'light' } })
  })
})
