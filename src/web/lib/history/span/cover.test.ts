import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesCovering, startOf } from './cover.ts'

test('pages hold every record asked for, and are within what the server gives', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 100 }), (offset, count) => {
      const pages = pagesCovering(offset, count)
      const held = pages.flatMap((page) =>
        Array.from({ length: page.pageSize }, (_, at) => startOf(page) + at),
      )
      expect(held).toEqual(
        expect.arrayContaining(Array.from({ length: count }, (_, at) => offset + at)),
      )
      expect(pages.every(({ page, pageSize }) => page >= 1 && pageSize <= 100)).toBe(true)
    }),
  )
})

test('one page is enough where a page size fits', () => {
  expect(pagesCovering(0, 50)).toEqual([{ page: 1, pageSize: 50 }])
  expect(pagesCovering(101, 50)).toEqual([{ page: 2, pageSize: 76 }])
})
