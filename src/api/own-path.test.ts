import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('the path people return to after sign-in', () => {
  it.each(['/', '/creator/image', '/zh/creator/image?prompt=%E7%8B%90&x=1#top', '/a//b'])('keeps %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    undefined,
    '',
    'creator',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    'javascript:alert(1)',
    'http:/evil.example',
    ' //evil.example',
    '/%2F/../..//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    'data:text/html,x',
    '@evil.example',
    '?next=//evil.example',
    '/\\/evil.example',
  ])('sends %j home', (path) => {
    const target = new URL(ownPath(path), 'https://own.example')
    expect(target.origin).toBe('https://own.example')
    expect(ownPath(path)).not.toMatch(/^\/[/\\]/)
  })
})
