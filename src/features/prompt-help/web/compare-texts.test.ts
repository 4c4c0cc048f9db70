import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const texts = (before: string, after: string, locale = 'en') =>
  compareTexts(before, after, locale).map(({ text, change }) => `${change} ${text}`)

describe('compareTexts', () => {
  it('finds the words that are new and those that are gone', () => {
    expect(texts('a red fox', 'a grey fox, at dawn')).toEqual([
      ...['kept a ', 'removed red', 'added grey', 'kept  fox', 'added , at dawn'],
    ])
  })

  it('finds words in texts without spaces', () => {
    expect(texts('红色的狐狸', '灰色的狐狸', 'zh')).toContain('kept 的狐狸')
  })

  it('gives both texts back, whatever they are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = compareTexts(before, after, 'en')
        const without = (change: string) =>
          pieces.flatMap((piece) => (piece.change === change ? [] : [piece.text])).join('')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
    )
  })
})
