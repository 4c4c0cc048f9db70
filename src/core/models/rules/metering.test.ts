import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildModel } from './build-model.ts'
import { creditsFor, usedOf } from './metering.ts'
import { priceOf } from './price.ts'
import { readDefinition } from './read-definition.ts'

const definition = (price: object) => ({
  id: 'metered',
  name: 'Metered',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'ark',
  endpoints: [{ id: 'images/generations' }],
  fields: { prompt: { control: 'text', required: true } },
  price: { unit: 'job', base: 200, ...price },
  request: { prompt: { from: 'prompt' } },
  result: 'images',
})

function modelOf(price: object) {
  const read = readDefinition(definition(price))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return buildModel(read.definition)
}

const byToken = modelOf({ metered: { unit: 'tokens', credits: 3, per: 1_000 } })
const due = (amount: number, charged = 200, model = byToken) =>
  creditsFor(model, { input: {}, charged }, { unit: 'tokens', amount })

describe('a metered price', () => {
  it('is the most that can be paid, and says so', () => {
    expect(priceOf(byToken, {})).toMatchObject({ credits: 200, isMost: true })
    expect(priceOf(modelOf({}), {})).toMatchObject({ credits: 200, isMost: false })
  })

  it('is paid by what was used, rounded up to a credit', () => {
    expect(due(0)).toBe(0)
    expect(due(1)).toBe(1)
    expect(due(10_000)).toBe(30)
    expect(due(10_001)).toBe(31)
    expect(due(66_666)).toBe(200)
    expect(due(1e12)).toBe(200)
  })

  it('counts seconds with fractions, each by itself where no number of units is named', () => {
    const bySecond = modelOf({ metered: { unit: 'seconds', credits: 7 } })
    expect(due(2.5, 200, bySecond)).toBe(18)
    expect(due(0.000_1, 200, bySecond)).toBe(1)
  })

  it('follows the price that was charged where an operator has changed it', () => {
    expect(due(10_000, 100)).toBe(15)
    expect(due(10_000, 400)).toBe(60)
    expect(due(10_000, 0)).toBe(0)
  })

  it('is never more than what was charged nor less than 0, and never falls with more use', () => {
    const amount = fc.double({ min: 0, max: 1e12, noNaN: true })
    const charged = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(amount, amount, charged, (one, other, price) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(Number.isInteger(due(more, price))).toBe(true)
        expect(due(less, price)).toBeGreaterThanOrEqual(0)
        expect(due(less, price)).toBeLessThanOrEqual(due(more, price))
        expect(due(more, price)).toBeLessThanOrEqual(price)
      }),
    )
  })

  it('needs the unit that the model is paid by, as a usable number', () => {
    expect(usedOf(byToken, { tokens: 12, seconds: 3 })).toEqual({ unit: 'tokens', amount: 12 })
    for (const usage of [undefined, {}, { seconds: 3 }, { tokens: -1 }, { tokens: 1e13 }])
      expect(usedOf(byToken, usage)).toBeNull()
    expect(usedOf(byToken, { tokens: Number.NaN })).toBeNull()
    expect(usedOf(modelOf({}), { tokens: 12 })).toBeNull()
  })

  it.each([
    [{ unit: 'tokens', credits: 0 }, 'price.metered.credits'],
    [{ unit: 'tokens', credits: 1, per: 0 }, 'price.metered.per'],
    [{ unit: 'tokens', credits: -3 }, 'price.metered.credits'],
    [{ unit: 'miles', credits: 1 }, 'price.metered.unit'],
  ])('is refused where it makes no sense: %j', (metered, at) => {
    const read = readDefinition(definition({ metered }))
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toContain(at)
  })

  it('is refused where the price is free: nothing would be refunded', () => {
    const price = { base: 0, free: true, metered: { unit: 'tokens', credits: 1 } }
    const read = readDefinition(definition(price))
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual(['price.metered'])
  })
})
