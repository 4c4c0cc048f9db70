import { expect, it } from 'vitest'
import { isKnown, mayContinue } from './preconditions.ts'

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('If-None-Match: %s knows "a": %j', (header, known) => {
  expect(isKnown(header, '"a"')).toBe(known)
  expect(isKnown(header, null)).toBe(false)
})

it.each([
  [undefined, true],
  ['"a"', true],
  ['W/"a"', false],
  ['"b"', false],
  ['Sat, 21 Nov 2026 00:00:00 GMT', false],
])('If-Range: %s lets a range of "a" be sent: %j', (header, may) => {
  expect(mayContinue(header, '"a"')).toBe(may)
})
