import { expect, test } from 'vitest'
import { withAddress } from './search-box.tsx'

test('a typed text stays when the address catches up with an earlier search', () => {
  const typing = { typed: 'fox in ', asked: 'fox', address: '' }
  expect(withAddress(typing, 'fox')).toEqual({ typed: 'fox in ', asked: 'fox', address: 'fox' })
})

test('another address replaces the typed text, also where it was searched for before', () => {
  const searched = { typed: 'fox', asked: 'fox', address: 'fox' }
  expect(withAddress(searched, '')).toEqual({ typed: '', asked: '', address: '' })
  const unsent = { typed: 'fox', asked: '', address: '' }
  expect(withAddress(unsent, 'hare')).toEqual({ typed: 'hare', asked: 'hare', address: 'hare' })
})
