import { afterEach, describe, expect, it, vi } from 'vitest'
import { sizeText, snippet, tookText } from './record-facts.ts'

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

afterEach(() => vi.unstubAllGlobals())

describe('the duration of a generation', () => {
  it.each([
    [0, '0 ms'],
    [-3, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [4213, '4.2 s'],
    [9_949, '9.9 s'],
    [9_999, '9.9 s'],
    [10_000, '10 s'],
    [38_400, '38 s'],
    [185_000, '3 min 05 s'],
  ])('%d ms: %s', (milliseconds, text) => {
    vi.stubGlobal('location', { pathname: '/' })
    expect(tookText(milliseconds)).toBe(text)
  })
})

describe('a prompt in the grid', () => {
  it('is whole up to 60 characters', () => {
    expect(snippet('a'.repeat(60))).toBe('a'.repeat(60))
  })

  it('is cut after 60, whatever kind of characters they are', () => {
    expect(snippet('🦊'.repeat(61))).toBe(`${'🦊'.repeat(60)}…`)
  })
})
