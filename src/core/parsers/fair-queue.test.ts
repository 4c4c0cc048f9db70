import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const all = () => true

it('serves its owners in turn', () => {
  const queue = createFairQueue<string>({ max: 10, maxEach: 10 })
  for (const entry of ['a1', 'a2', 'a3']) queue.add('a', entry)
  queue.add('b', 'b1')
  queue.add('c', 'c1')
  const served = Array.from({ length: 6 }, () => queue.next(all))
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', null])
})

it('passes over an owner that may not be served now', () => {
  const queue = createFairQueue<string>({ max: 10, maxEach: 10 })
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.next((owner) => owner !== 'a')).toBe('b1')
  expect(queue.next((owner) => owner !== 'a')).toBeNull()
  expect(queue.next(all)).toBe('a1')
})

it('refuses more entries than it may hold, of one owner and in all', () => {
  const queue = createFairQueue<number>({ max: 3, maxEach: 2 })
  expect([queue.add('a', 1), queue.add('a', 2), queue.add('a', 3)]).toEqual([true, true, false])
  expect([queue.add('b', 4), queue.add('c', 5)]).toEqual([true, false])
  queue.next(all)
  expect(queue.add('c', 5)).toBe(true)
})
