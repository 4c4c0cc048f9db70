import { describe, expect, it } from 'vitest'
import { ignoredInSearch, searchedTerms, termsOf } from './search-term-rules.ts'

const facets = { model: 'flux-dev', mode: 'text-to-image', size: '512x512' }

/** As in the database: every search term must be a prefix of some term of the record. */
function finds(search: string, text: string): boolean {
  const terms = termsOf(text, facets)
  return searchedTerms(search).every((searched) => terms.some((term) => term.startsWith(searched)))
}

describe('termsOf', () => {
  it('returns each word once, and the facets', () => {
    expect(termsOf('A Red fox, a red DEN', facets)).toEqual([
      '#model:flux-dev',
      '#mode:text-to-image',
      '#size:512x512',
      'a',
      'red',
      'fox',
      'den',
    ])
    expect(termsOf('', { ...facets, size: null })).toEqual([
      '#model:flux-dev',
      '#mode:text-to-image',
    ])
  })
})

describe('a search', () => {
  it.each([
    ['fox', 'A red fox'],
    ['FO re', 'A red fox'],
    ['café', 'a Cafe in Paris'],
    ['cafe', 'ein Café'],
    ['雪', '一只在雪地里的狐狸'],
    ['雪地', '一只在雪地里的狐狸'],
    ['雪地里的狐', '一只在雪地里的狐狸'],
    ['狐狸', '一只在雪地里的狐狸'],
    ['FOX１２', 'fox12'],
    ['sci-fi', 'a sci-fi city'],
    ['がく', 'おんがく'],
    ['한국', '대한국민'],
    ['hello世', 'hello世界'],
    ['x'.repeat(40), 'x'.repeat(60)],
    ['हिन्दी', 'यह हिन्दी है'],
  ])('for %j finds %j', (search, text) => expect(finds(search, text)).toBe(true))

  it.each([
    ['ox', 'A red fox'],
    ['red cat', 'A red fox'],
    ['地雪', '一只在雪地里的狐狸'],
    ['雪地里有', '一只在雪地里的狐狸'],
    ['#model', 'a fox'],
  ])('for %j does not find %j', (search, text) => expect(finds(search, text)).toBe(false))

  it.each([
    ['fox 🦊', ['🦊']],
    ['fox👨‍👩‍👧 → den', ['👨‍👩‍👧', '→']],
    ['sci-fi, "den" … !?', ['…', '!?']],
    ['雪地里的狐狸。', []],
  ])('for %j ignores %j', (search, ignored) => expect(ignoredInSearch(search)).toEqual(ignored))

  it('of punctuation alone is no search', () => {
    expect(searchedTerms(' … !? ')).toEqual([])
  })
})
