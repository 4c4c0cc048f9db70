import { describe, expect, it } from 'vitest'
import {
  billingOf,
  costOf,
  type JobFacts,
  priceFor,
  quantitiesOf,
  readAmount,
  sizesOf,
} from './cost-rules.ts'

const facts: JobFacts = {
  results: 3,
  runMs: 1_500,
  durationMs: 5_016,
  pixels: 786_432,
  characters: 1_234,
}

describe('the cost of a job', () => {
  it.each([
    ['job', 50_000, 50_000],
    ['image', 25_000, 75_000],
    ['second', 40_000, 200_640],
    ['minute', 60_000, 5_016],
    ['megapixel', 3_000, 2_359],
    ['thousand_characters', 100_000, 123_400],
    ['compute_second', 575, 863],
  ] as const)('is its quantity times the price of a %s', (unit, micros, cost) => {
    expect(costOf({ unit, micros }, quantitiesOf(facts))).toBe(cost)
  })

  it('is rounded half up once', () => {
    const half = quantitiesOf({ ...facts, durationMs: 500 })
    expect(costOf({ unit: 'second', micros: 1 }, half)).toBe(1)
    expect(costOf({ unit: 'second', micros: 1 }, { ...half, second: 499 })).toBe(0)
  })

  it('is exact at the highest price', () => {
    const many = quantitiesOf({ ...facts, results: 10_000 })
    expect(costOf({ unit: 'image', micros: 9_999_999_999 }, many)).toBe(99_999_999_990_000)
  })

  it('is unknown without a price, and without the quantity of its unit', () => {
    expect(costOf({ unit: 'image', micros: null }, quantitiesOf(facts))).toBeNull()
    const unknown = quantitiesOf({ ...facts, durationMs: null })
    expect(costOf({ unit: 'second', micros: 1 }, unknown)).toBeNull()
  })
})

it('counts blocked and lost results like those that were kept', () => {
  const file = { durationMs: 2_000, width: 100, height: 50 }
  expect(sizesOf([file, { ...file, durationMs: 4_000 }], 4)).toEqual({
    ...{ durationMs: 12_000, pixels: 20_000 },
  })
  expect(sizesOf([file, { ...file, durationMs: null }], 2)).toMatchObject({ durationMs: null })
  expect(sizesOf([], 2)).toEqual({ durationMs: null, pixels: null })
})

it('says what is billed of a failed job', () => {
  expect(billingOf(null)).toBe('results')
  expect(billingOf('provider_error')).toBe('nothing')
  expect(
    ['content_policy', 'cancelled', 'unknown_outcome'].map((code) => billingOf(code as never)),
  ).toEqual(['unknown', 'unknown', 'unknown'])
})

describe('an amount', () => {
  it.each([
    [0.025, 25_000],
    ['0.0000005', 1],
    ['1.0000004', 1_000_000],
    [1e-6, 1],
    [0, 0],
    ['10000', 10_000_000_000],
    [' 3 ', 3_000_000],
  ])('%j is read in millionths', (given, micros) => {
    expect(readAmount(given)).toEqual({ micros })
  })

  it.each([
    [-1, 'must not be negative'],
    ['-0.5', 'must not be negative'],
    ['1e400', 'must be a number such as 0.025'],
    [Number.POSITIVE_INFINITY, 'must be a number such as 0.025'],
    [Number.NaN, 'must be a number such as 0.025'],
    ['0x10', 'must be a number such as 0.025'],
    ['1,5', 'must be a number such as 0.025'],
    [{}, 'must be a number such as 0.025'],
    ['', 'is missing'],
    [undefined, 'is missing'],
    [null, 'is missing'],
    ['10000.0000005', 'must be at most 10000'],
    [1e14, 'must be at most 10000'],
    ['0.0000004', 'is below a millionth'],
    [1e-9, 'is below a millionth'],
  ])('%j is refused', (given, problem) => {
    expect(readAmount(given)).toEqual({ problem })
  })
})

it('prefers the price of an endpoint to that of all', () => {
  const price = { provider: 'fal', unit: 'job', micros: 1 } as const
  const prices = new Map([
    ['fal a', { ...price, endpoint: 'a' }],
    ['fal *', { ...price, endpoint: '*' }],
  ])
  expect(priceFor(prices, 'fal', 'a')?.endpoint).toBe('a')
  expect(priceFor(prices, 'fal', 'b')?.endpoint).toBe('*')
  expect(priceFor(prices, 'openai', 'a')).toBeUndefined()
})
