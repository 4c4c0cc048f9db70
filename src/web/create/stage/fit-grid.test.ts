import { describe, expect, it } from 'vitest'
import { fitGrid } from './fit-grid.ts'

describe('fitGrid', () => {
  it('lets one image touch the nearer sides of its box', () => {
    const { cell } = fitGrid(1, { width: 1024, height: 576 }, { width: 1000, height: 800 }, 8)
    expect(cell).toEqual({ width: 1000, height: 562.5 })
  })

  it.each([
    ['squares in a square box', 4, { width: 1, height: 1 }, { width: 808, height: 808 }, 2],
    ['wide pictures in a tall box', 3, { width: 16, height: 9 }, { width: 400, height: 900 }, 1],
    ['tall pictures in a wide box', 3, { width: 9, height: 16 }, { width: 1200, height: 600 }, 3],
  ])('arranges %s where they are largest', (_, count, shape, box, columns) => {
    expect(fitGrid(count, shape, box, 8).columns).toBe(columns)
  })

  it('never leaves the box, gaps included', () => {
    const { columns, cell } = fitGrid(3, { width: 3, height: 4 }, { width: 500, height: 500 }, 10)
    expect(columns * cell.width + (columns - 1) * 10).toBeLessThanOrEqual(500.001)
    expect(
      Math.ceil(3 / columns) * cell.height + (Math.ceil(3 / columns) - 1) * 10,
    ).toBeLessThanOrEqual(500.001)
  })

  it('is nothing in a box without room', () => {
    expect(fitGrid(2, { width: 1, height: 1 }, { width: 0, height: 0 }, 8).cell).toEqual({
      width: 0,
      height: 0,
    })
  })
})
