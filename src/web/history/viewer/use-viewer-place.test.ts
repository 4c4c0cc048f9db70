import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { openingPlace, samePlace } from './use-viewer-place.ts'
import { slidesOf } from './viewer-slides.ts'

const record = (id: string, count: number) => {
  const images = Array.from({ length: count }, (_, at) => ({
    url: `/media/${id}/${at}`,
    position: at + 1,
  }))
  return { id, answer: null, images } as unknown as GenerationView
}
const [a, b, c] = [record('a', 1), record('b', 2), record('c', 1)]
const all = slidesOf([a, b, c])

describe('the current slide of the viewer', () => {
  it('begins with the first result of the opened record', () => {
    expect(openingPlace(all, 'b', 1)).toMatchObject({ key: '/media/b/0', index: 1 })
    expect(openingPlace(all, 'gone', 1)).toBeUndefined()
    expect(openingPlace(slidesOf([a, record('failed', 0)]), 'failed', 1)).toMatchObject({
      key: 'failed',
      index: 1,
    })
  })

  it('begins with the requested result, or with the first where there is no such result', () => {
    expect(openingPlace(all, 'b', 2)).toMatchObject({ key: '/media/b/1', index: 2 })
    for (const at of [3, 0, Number.NaN])
      expect(openingPlace(all, 'b', at)).toMatchObject({ key: '/media/b/0' })
  })

  it('stays with its image when newer records arrive above it', () => {
    const place = { openedId: 'b', key: '/media/b/1', index: 2 }
    expect(samePlace(slidesOf([record('new', 3), a, b, c]), place)).toEqual({ ...place, index: 5 })
  })

  it('moves to the next one when its record is deleted, to the last one at the end', () => {
    expect(samePlace(slidesOf([a, c]), { openedId: 'b', key: '/media/b/0', index: 1 })?.key).toBe(
      '/media/c/0',
    )
    expect(samePlace(slidesOf([a, b]), { openedId: 'c', key: '/media/c/0', index: 3 })?.key).toBe(
      '/media/b/1',
    )
    expect(samePlace([], { openedId: 'a', key: '/media/a/0', index: 0 })).toBeUndefined()
  })
})
