import { describe, expect, it } from 'vitest'
import { insertInOrder, moveEntry } from './file-order.ts'

describe('insertInOrder', () => {
  const orders: Record<string, number> = { a: 1, b: 2, c: 3 }
  const orderOf = (address: string) => orders[address]

  it('keeps the order in which files were given, whichever finishes first', () => {
    expect(insertInOrder(['c'], 'a', orderOf)).toEqual(['a', 'c'])
    expect(insertInOrder(['a', 'c'], 'b', orderOf)).toEqual(['a', 'b', 'c'])
    expect(insertInOrder(['a'], 'b', orderOf)).toEqual(['a', 'b'])
  })

  it('inserts after existing files', () => {
    expect(insertInOrder(['old', 'older'], 'a', orderOf)).toEqual(['old', 'older', 'a'])
  })
})

describe('moveEntry', () => {
  it('moves one entry and keeps the order of the others', () => {
    expect(moveEntry(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveEntry(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  })

  it('changes nothing beyond the ends', () => {
    const list = ['a', 'b']
    expect(moveEntry(list, 0, -1)).toBe(list)
    expect(moveEntry(list, 1, 2)).toBe(list)
    expect(moveEntry(list, 1, 1)).toBe(list)
  })
})
