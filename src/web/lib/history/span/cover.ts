import type { ServerPage } from '../history-query.ts'

/** The largest page the server gives. */
const largest = 100

/**
 * The server's pages that together hold `count` records from `offset` on: one, if a page size can
 * be found at which the records do not straddle two pages, as it nearly always can.
 */
export function pagesCovering(offset: number, count: number): ServerPage[] {
  for (let pageSize = count; pageSize <= largest; pageSize++) {
    const before = Math.floor(offset / pageSize)
    if (offset + count <= (before + 1) * pageSize) return [{ page: before + 1, pageSize }]
  }
  const first = Math.floor(offset / count) + 1
  return [
    { page: first, pageSize: count },
    { page: first + 1, pageSize: count },
  ]
}

/** Where a page begins. */
export function startOf({ page, pageSize }: ServerPage): number {
  return (page - 1) * pageSize
}
