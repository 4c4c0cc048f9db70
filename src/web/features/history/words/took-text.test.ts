import { afterEach, describe, expect, it, vi } from 'vitest'
import { tookText } from './took-text.ts'

afterEach(() => vi.unstubAllGlobals())

describe('how long work took', () => {
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
