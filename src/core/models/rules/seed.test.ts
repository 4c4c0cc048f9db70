import { describe, expect, it } from 'vitest'
import { keepSeedDigits, maxSeed, readSeed, seedAsJson } from './seed.ts'

describe('readSeed', () => {
  it.each([
    [0, 0],
    [7, 7],
    ['7', 7],
    [' 007 ', 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740992', '9007199254740992'],
    ['196619188014358661', '196619188014358661'],
    [String(maxSeed), '18446744073709551615'],
    [2 ** 53, undefined],
    ['18446744073709551616', undefined],
    [-1, undefined],
    ['-1', undefined],
    [1.5, undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['x', undefined],
    ['', undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [['7'], undefined],
    ['9'.repeat(1000), undefined],
  ])('%j is %j', (given, expected) => expect(readSeed(given)).toBe(expected))
})

it('keeps the digits of seeds from JSON to JSON, and leaves other numbers alone', () => {
  const text = '{"seed":196619188014358661,"more":{"seed":7,"other":196619188014358661}}'
  const read = JSON.parse(text, keepSeedDigits)
  expect(read).toEqual({ seed: '196619188014358661', more: { seed: 7, other: 196619188014358660 } })
  expect(JSON.stringify({ seed: seedAsJson(read.seed) })).toBe('{"seed":196619188014358661}')
  for (const none of [null, undefined, '', '1e3', '007', 1.5])
    expect(seedAsJson(none)).toBeUndefined()
})
