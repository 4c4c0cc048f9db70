import { expect, it } from 'vitest'
import { isKnown, mayContinue, parseRange } from './send-media.ts'

it.each([
  [undefined, null],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-100', { start: 8, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  ['bytes=-', null],
])('%s of ten bytes is %j', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected)
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('If-None-Match: %s matches "a": %j', (header, known) => {
  expect(isKnown(header, '"a"')).toBe(known)
  expect(isKnown(header, null)).toBe(false)
})

it.each([
  [undefined, true],
  ['"a"', true],
  ['W/"a"', false],
  ['"b"', false],
  ['Sat, 21 Nov 2026 00:00:00 GMT', false],
])('If-Range: %s allows a range of "a": %j', (header, may) => {
  expect(mayContinue(header, '"a"')).toBe(may)
})
