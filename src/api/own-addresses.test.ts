import { describe, expect, it } from 'vitest'
import { ownPath, withParameter } from './own-addresses.ts'

// What leads elsewhere is tried in routes/identity/attacks/open-redirect.test.ts.
describe('the path people return to', () => {
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

  it.each([undefined, '', 'creator'])('sends %j home', (path) => {
    expect(ownPath(path)).toBe('/')
  })

  it('takes a parameter more, before what names a place on the page, and never twice', () => {
    expect(withParameter('/a?b=1#top', 'sign_in', 'failed')).toBe('/a?b=1&sign_in=failed#top')
    expect(withParameter('/a?sign_in=declined', 'sign_in', 'failed')).toBe('/a?sign_in=failed')
  })
})
