import { expect, it } from 'vitest'
import { uniqueNames } from './contents.ts'

it.each([
  [
    ['a.png', 'b.png'],
    ['a.png', 'b.png'],
  ],
  [
    ['a.png', 'A.PNG', 'a.png'],
    ['a.png', 'A (2).PNG', 'a (3).png'],
  ],
  [
    ['a (2).png', 'a.png', 'a.png'],
    ['a (2).png', 'a.png', 'a (3).png'],
  ],
  [
    ['a.b', 'a', 'a'],
    ['a.b', 'a', 'a (2)'],
  ],
])('%j become %j', (names, expected) => {
  expect(uniqueNames(names)).toEqual(expected)
})
