import { describe, expect, it } from 'vitest'
import { mergePreferences } from './merge-preferences.ts'

const nothing = { language: null, theme: null } as const
const old = { language: false, theme: false }
const justNow = { language: true, theme: true }

describe('mergePreferences', () => {
  it('applies what the account says, also where the browser once chose otherwise', () => {
    const account = { language: 'zh', theme: 'light' } as const
    expect(mergePreferences({ language: 'en', theme: 'dark' }, old, account)).toEqual({
      learned: {},
      applied: account,
    })
    expect(mergePreferences(nothing, old, account)).toEqual({ learned: {}, applied: account })
  })

  it('keeps what was chosen here just now, and tells the account', () => {
    const here = { language: 'en', theme: 'system' } as const
    const settled = mergePreferences(here, justNow, { language: 'zh', theme: 'light' })
    expect(settled).toEqual({ learned: here, applied: {} })
  })

  it('settles each of the two for itself', () => {
    const here = { language: 'en', theme: 'light' } as const
    const settled = mergePreferences(
      here,
      { language: false, theme: true },
      { language: 'zh', theme: 'dark' },
    )
    expect(settled).toEqual({ learned: { theme: 'light' }, applied: { language: 'zh' } })
  })

  it('leaves the browser as it is where the account says nothing, or the same', () => {
    expect(mergePreferences({ language: 'zh', theme: 'light' }, old, nothing)).toEqual({
      learned: {},
      applied: {},
    })
    const same = { language: 'zh', theme: 'light' } as const
    expect(mergePreferences(same, justNow, same)).toEqual({ learned: {}, applied: {} })
  })

  it('learns nothing from a mark without a choice', () => {
    const settled = mergePreferences(nothing, justNow, { language: null, theme: 'light' })
    expect(settled).toEqual({ learned: {}, applied: { theme: 'light' } })
  })
})
