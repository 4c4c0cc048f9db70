import { describe, expect, it } from 'vitest'
import { wrapText } from './text-layout.ts'

/** Each character is 10 pixels wide, those of Chinese 20. */
const measure = (text: string) =>
  [...text].reduce((sum, one) => sum + (one > '\u2fff' ? 20 : 10), 0)
const wrap = (text: string, width: number | null) => wrapText(text, width, measure)

describe('wrapText', () => {
  it('keeps the lines of a text without a width', () => {
    expect(wrap('one two\n\nthree\r\nfour', null)).toEqual(['one two', '', 'three', 'four'])
    expect(wrap('', 50)).toEqual([''])
  })

  it('keeps words whole, without the spaces at the ends of lines', () => {
    expect(wrap('one two three', 70)).toEqual(['one two', 'three'])
    expect(wrap('one  two\nthree', 40)).toEqual(['one', 'two', 'thre', 'e'])
  })

  it('breaks a word that is wider than the line alone', () => {
    expect(wrap('a verylongword b', 50)).toEqual(['a', 'veryl', 'ongwo', 'rd b'])
    expect(wrap('ab', 1)).toEqual(['a', 'b'])
  })

  it('wraps Chinese, Japanese and Korean at each character', () => {
    expect(wrap('敏捷的狐狸', 60)).toEqual(['敏捷的', '狐狸'])
    expect(wrap('こんにちは', 40)).toEqual(['こん', 'にち', 'は'])
    expect(wrap('안녕하세요', 40)).toEqual(['안녕', '하세', '요'])
  })

  it('begins no line with a mark that belongs to the one before', () => {
    expect(wrap('敏捷的，狐狸。', 60)).toEqual(['敏捷', '的，狐', '狸。'])
  })

  it('wraps where words and ideographs meet', () => {
    expect(wrap('a poster海', 80)).toEqual(['a poster', '海'])
    expect(wrap('海报 poster海报', 80)).toEqual(['海报', 'poster海', '报'])
  })

  it('keeps together what is one character to a reader', () => {
    expect(wrap('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1)).toEqual(['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'])
  })
})
