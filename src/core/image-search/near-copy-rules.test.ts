import { expect, test } from 'vitest'
import { hexHash, stackNearCopies } from './near-copy-rules.ts'

const zeros = '0'.repeat(256)
const withOnes = (count: number) => hexHash('1'.repeat(count) + zeros.slice(count))

test('writes the bits of a hash as hexadecimal digits', () => {
  expect(hexHash(`${'00011010'.repeat(31)}11110000`)).toBe(`${'1a'.repeat(31)}f0`)
})

test('stacks records of which one is near another, and leaves the rest alone', () => {
  const records = [
    { id: 'a', hash: withOnes(0) },
    { id: 'b', hash: withOnes(120) },
    { id: 'c', hash: withOnes(31) },
    { id: 'unfinished', hash: null },
    { id: 'd', hash: withOnes(62) },
    { id: 'failed', hash: null },
    { id: 'e', hash: withOnes(152) },
  ]
  const stacks = stackNearCopies(records, ({ hash }) => hash)
  expect(stacks.map(({ top, at, size }) => [top.id, at, size])).toEqual([
    // d is 62 bits from a, and 31 from c.
    ['a', 0, 3],
    ['b', 1, 1],
    ['unfinished', 3, 1],
    ['failed', 5, 1],
    ['e', 6, 1],
  ])
})
