import { describe, expect, it } from 'vitest'
import { ownPath, withParameter } from './own-addresses.ts'

// Addresses that lead elsewhere are tested in routes/identity/attacks/open-redirect.test.ts.
describe('the return path', () => {
  it.each([
    '/',
    '/creator/image',
    '/zh/creator/image?prompt=%E7%8B%90&x=1#top',
    '/a//b',
    '/apiary',
    '/demonstration',
  ])('keeps %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([undefined, '', 'creator'])('replaces %j by the home page', (path) => {
    expect(ownPath(path)).toBe('/')
  })

  it('adds a parameter before the fragment, and never twice', () => {
    expect(withParameter('/a?b=1#top', 'sign_in', 'failed')).toBe('/a?b=1&sign_in=failed#top')
    expect(withParameter('/a?sign_in=declined', 'sign_in', 'failed')).toBe('/a?sign_in=failed')
  })
})
