import { expect, test } from 'vitest'
import { withAddress } from './search-box.tsx'

test('what is typed stays when the address says what was searched for', () => {
  const typing = { typed: 'fox in ', asked: 'fox', address: '' }
  expect(withAddress(typing, 'fox')).toEqual({ typed: 'fox in ', asked: 'fox', address: 'fox' })
})

test('another address takes the place of what is typed, also where it was searched for before', () => {
  const searched = { typed: 'fox', asked: 'fox', address: 'fox' }
  expect(withAddress(searched, '')).toEqual({ typed: '', asked: '', address: '' })
  const unsent = { typed: 'fox', asked: '', address: '' }
  expect(withAddress(unsent, 'hare')).toEqual({ typed: 'hare', asked: 'hare', address: 'hare' })
})
