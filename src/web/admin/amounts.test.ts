import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText, parseAmount } from './amounts.ts'

describe('an amount that is typed', () => {
  it.each([
    ['12.50', 'usd', 1_250],
    [' 12,5 ', 'eur', 1_250],
    ['12', 'usd', 1_200],
    ['1200', 'jpy', 1_200],
    ['0.01', 'usd', 1],
    ['12.505', 'usd', null],
    ['12.5', 'jpy', null],
    ['1,234.50', 'usd', null],
    ['-1', 'usd', null],
    ['1e3', 'usd', null],
    ['', 'usd', null],
  ])('%j in %s is %j', (text, currency, amount) => expect(parseAmount(text, currency)).toBe(amount))

  it('is what is shown', () => {
    const amounts = fc.integer({ min: 0, max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(amounts, fc.constantFrom('usd', 'jpy', 'kwd'), (amount, currency) => {
        expect(parseAmount(amountText({ amount, currency }), currency)).toBe(amount)
      }),
    )
  })
})
