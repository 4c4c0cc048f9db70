import { expect, test, vi } from 'vitest'
import { anchorOf } from './opened-record.tsx'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://atelier.test'))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

const closed = { id: undefined, anchorId: undefined }
const opened = { id: 'a', anchorId: 'a' }

test.each(['open', 'push', 'layer', 'back'] as const)(
  'an address opens its record: %s',
  (cause) => {
    expect(anchorOf(closed, { openedId: 'b', cause })).toEqual({ id: 'b', anchorId: 'b' })
    expect(anchorOf(opened, { openedId: 'b', cause })).toEqual({ id: 'b', anchorId: 'b' })
  },
)

test('an address that only follows the viewer does not scroll', () => {
  const followed = anchorOf(opened, { openedId: 'b', cause: 'replace' })
  expect(followed).toEqual({ id: 'b', anchorId: 'a' })
  expect(anchorOf(followed, { openedId: 'c', cause: 'replace' })).toEqual({
    id: 'c',
    anchorId: 'a',
  })
})

test('a replaced address opens a record where none was open, and closes the one that was', () => {
  expect(anchorOf(closed, { openedId: 'a', cause: 'replace' })).toEqual(opened)
  expect(anchorOf(opened, { openedId: undefined, cause: 'replace' })).toEqual(closed)
})
