import { describe, expect, it } from 'vitest'
import { comparisonQuery, parseSide } from './comparison-address.ts'

describe('the address of a comparison', () => {
  it('survives the round trip', () => {
    const query = comparisonQuery({ a: { id: 'x', at: 1 }, b: { id: 'y', at: 3 } })
    expect(query).toEqual({ a: 'x', b: 'y.3' })
    expect([parseSide(query.a), parseSide(query.b)]).toEqual([
      { id: 'x', at: 1 },
      { id: 'y', at: 3 },
    ])
  })

  it.each(['x.0', 'x.-1', 'x.1.5', 'x.two', 'x.'])('takes the first result for %s', (text) => {
    expect(parseSide(text)).toEqual({ id: 'x', at: 1 })
  })

  it('has no side where none is named', () => {
    expect(parseSide(undefined).id).toBeUndefined()
    expect(parseSide('').id).toBeUndefined()
    expect(comparisonQuery({ a: { id: 'x', at: 1 } })).toEqual({ a: 'x' })
  })
})
