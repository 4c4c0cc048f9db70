import { describe, expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

describe('sizeText', () => {
  it.each([
    [0, '0 kB'],
    [812_300, '812 kB'],
    [999_600, '1 MB'],
    [4_249_000, '4.2 MB'],
  ])('%i bytes: %s', (bytes, text) => {
    expect(sizeText(bytes, 'en')).toBe(text)
  })
})
