import { describe, expect, it } from 'vitest'
import { queryOf, searchOf } from './query.ts'

describe('the query of an address', () => {
  it('keeps texts as texts', () => {
    expect(queryOf('?prompt=7&wide=true&empty=')).toEqual({ prompt: '7', wide: 'true', empty: '' })
  })

  it('survives a round trip', () => {
    const query = { prompt: 'a fox & 雪, 100 %', seed: '42' }
    expect(queryOf(searchOf(query))).toEqual(query)
  })

  it('leaves out what is not set', () => {
    expect(searchOf({ page: 2, seed: undefined, tag: null })).toBe('?page=2')
    expect(searchOf({ seed: undefined })).toBe('')
  })
})
