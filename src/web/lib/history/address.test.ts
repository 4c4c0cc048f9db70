import { describe, expect, test } from 'vitest'
import { isFiltered, noFilters, parseAddress, printAddress } from './address.ts'

const readBack = (query: Record<string, string>) => printAddress(parseAddress('image', query))

describe('the address of a history', () => {
  test('contains all filters, and is parsed back to the same', () => {
    const query = {
      page: '7',
      search: '猫 in rain',
      status: 'completed',
      mode: 'text-to-image',
      model: 'flux-dev',
      size: '1024x768',
      dateStart: '2026-01-02',
      dateEnd: '2026-02-03',
      favorites: 'true',
      tags: 'blue,a%2Cb,50%25',
      color: 'teal',
      near: '01980000-0000-7000-8000-000000000001',
      view: 'list',
    }
    expect(readBack(query)).toEqual({ ...query, page: 7, favorites: true })
    expect(parseAddress('image', query).filters.tags).toEqual(['blue', 'a,b', '50%'])
  })

  test('is short where everything has its default', () => {
    expect(Object.values(readBack({})).filter((value) => value !== undefined)).toEqual([])
    expect(isFiltered(noFilters)).toBe(false)
    expect(isFiltered({ ...noFilters, tags: ['a'] })).toBe(true)
  })

  test('ignores invalid values', () => {
    const nonsense = {
      page: '-3',
      status: 'broken',
      mode: 'a b',
      model: '<script>',
      size: 'wide',
      dateStart: '2026-02-31',
      dateEnd: 'soon',
      favorites: 'perhaps',
      tags: ' ,,',
      color: 'no colour',
      near: '7',
      view: 'wall',
      other: 'thing',
    }
    expect(parseAddress('image', nonsense)).toEqual({
      filters: noFilters,
      page: 1,
      view: undefined,
    })
    expect(parseAddress('image', { search: 'x'.repeat(300) }).filters.search).toHaveLength(200)
  })

  test('puts days the wrong way round in order', () => {
    const { filters } = parseAddress('video', { dateStart: '2026-03-01', dateEnd: '2026-02-01' })
    expect(filters).toMatchObject({ dateStart: '2026-02-01', dateEnd: '2026-03-01' })
  })

  test('shows stacks where images are found by their look, and the grid elsewhere', () => {
    expect(parseAddress('image', { view: 'stacks' }).view).toBe('stacks')
    expect(parseAddress('video', { view: 'stacks' }).view).toBe('grid')
  })

  test('ignores filters that a kind does not have', () => {
    const query = { mode: 'text-to-image', model: 'flux-dev', size: '512x512', status: 'pending' }
    expect(parseAddress('audio', query).filters).toEqual(noFilters)
  })
})
