import { describe, expect, it } from 'vitest'
import { addressQuery, isFiltered, noFilters, parseAddress } from './ledger-query.ts'

describe('the address of the statement', () => {
  it('contains the filters, and no defaults', () => {
    const filters = { reason: 'refund', dateStart: '2026-03-01', dateEnd: '2026-03-31' } as const
    const query = addressQuery({ filters, page: 3 })
    expect(parseAddress({ ...filters, page: '3' })).toEqual({ filters, page: 3 })
    expect(query).toEqual({ ...filters, page: 3 })
    expect(
      Object.values(addressQuery({ filters: noFilters, page: 1 })).filter(
        (value) => value !== undefined,
      ),
    ).toEqual([])
  })

  it.each([
    [{ reason: 'gift' }],
    [{ dateStart: '2026-02-30' }],
    [{ dateEnd: 'yesterday' }],
    [{ page: '0' }],
    [{ page: '1.5' }],
    [{ page: '1000001' }],
  ])('ignores invalid values: %j', (query: Record<string, string>) => {
    expect(parseAddress(query)).toEqual({ filters: noFilters, page: 1 })
  })

  it('exchanges days that were given in the wrong order', () => {
    const { filters } = parseAddress({ dateStart: '2026-03-31', dateEnd: '2026-03-01' })
    expect(filters).toMatchObject({ dateStart: '2026-03-01', dateEnd: '2026-03-31' })
    expect([isFiltered(filters), isFiltered(noFilters)]).toEqual([true, false])
  })
})
