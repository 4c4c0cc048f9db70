import { describe, expect, it } from 'vitest'
import { pageFromQuery } from './page-from-query.ts'

describe('the page in the address of the history', () => {
  it('is the one that is asked for', () => {
    expect(pageFromQuery({ page: '3' })).toBe(3)
  })

  it('is the first where the address names none', () => {
    expect(pageFromQuery({})).toBe(1)
  })

  it.each(['0', '-1', '1.5', 'two', '', '1000001'])('is the first where it makes no sense: %s', (page) => {
    expect(pageFromQuery({ page })).toBe(1)
  })
})
