import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { orderSession } from './session-order.ts'

const piece = (id: string, minute: number, status: GenerationView['status'] = 'completed') =>
  ({ id, status, created_at: new Date(minute * 60_000).toISOString() }) as GenerationView

describe('orderSession', () => {
  it('puts running jobs first, each part newest first', () => {
    const pieces = [
      piece('a', 1),
      piece('b', 2, 'processing'),
      piece('c', 3),
      piece('d', 4, 'pending'),
    ]
    expect(orderSession([], pieces)).toEqual(['d', 'b', 'c', 'a'])
  })

  it('moves nothing when a job finishes', () => {
    const before = orderSession(
      [],
      [piece('a', 1, 'pending'), piece('b', 2), piece('c', 3, 'processing')],
    )
    expect(before).toEqual(['c', 'a', 'b'])
    expect(orderSession(before, [piece('a', 1, 'pending'), piece('b', 2), piece('c', 3)])).toEqual(
      before,
    )
  })

  it('puts new ones in front and older ones at the end', () => {
    const pieces = [piece('a', 1), piece('b', 2), piece('c', 3, 'pending'), piece('d', 0)]
    expect(orderSession(['b', 'a'], pieces)).toEqual(['c', 'b', 'a', 'd'])
  })

  it('removes deleted ones', () => {
    expect(orderSession(['b', 'a'], [piece('a', 1)])).toEqual(['a'])
  })
})
