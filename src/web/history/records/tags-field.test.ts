import { describe, expect, it } from 'vitest'
import { addTags, longestTag, mostTags, suggestTags } from './tags-field.tsx'

describe('addTags', () => {
  it('takes what was typed, trimmed, several at once', () => {
    expect(addTags(['sea'], '  fog , 雪，night')).toEqual({ tags: ['sea', 'fog', '雪', 'night'] })
    expect(addTags(['sea'], '  , ')).toEqual({ tags: ['sea'] })
  })

  it('reports what is wrong and keeps the valid tags', () => {
    expect(addTags(['sea'], 'fog, sea')).toEqual({ tags: ['sea', 'fog'], problem: 'twice' })
    expect(addTags([], 'x'.repeat(longestTag + 1))).toEqual({ tags: [], problem: 'long' })
    expect(addTags([], '雪'.repeat(longestTag)).problem).toBeUndefined()
    const full = Array.from({ length: mostTags }, (_, at) => String(at))
    expect(addTags(full, 'one more')).toEqual({ tags: full, problem: 'many' })
  })
})

describe('suggestTags', () => {
  const known = ['sea', 'seaside', 'North Sea', 'fog']

  it('offers tags that begin with it before those that contain it, and none that is selected', () => {
    expect(suggestTags(known, ['sea'], 'SEA')).toEqual(['seaside', 'North Sea'])
    expect(suggestTags(known, [], '', 2)).toEqual(['sea', 'seaside'])
  })
})
