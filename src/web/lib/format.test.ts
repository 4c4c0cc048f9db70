import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  formatBytes,
  formatDate,
  formatDay,
  formatElapsed,
  formatNumber,
  formatTook,
} from './format.ts'
import { startLocale } from './locale.ts'

const read = (pathname: string) => {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', { documentElement: {} })
  startLocale()
}

afterEach(() => vi.unstubAllGlobals())

describe('elapsed time', () => {
  it.each([
    [-5, '0 s'],
    [12_999, '12 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_720_000, '1 h 02 min'],
  ])('of %d ms is %s', (milliseconds, text) => {
    read('/')
    expect(formatElapsed(milliseconds)).toBe(text)
  })

  it('is Chinese on a Chinese page', () => {
    read('/zh')
    expect(formatElapsed(185_000)).toBe('3 分 05 秒')
  })
})

describe('what something took', () => {
  it.each([
    [0, '1 ms'],
    [340.7, '340 ms'],
    [999.9, '999 ms'],
    [1_000, '1 s'],
    [185_000, '3 min 05 s'],
  ])('of %d ms is %s', (milliseconds, text) => {
    read('/')
    expect(formatTook(milliseconds)).toBe(text)
  })

  it('is Chinese on a Chinese page', () => {
    read('/zh')
    expect(formatTook(340)).toBe('340 毫秒')
  })
})

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [860_000, '840 kB'],
    [1_258_291, '1.2 MB'],
    [5 * 1024 ** 3, '5 GB'],
    [5000 * 1024 ** 4, '5,000 TB'],
  ])('of %d bytes is %s', (bytes, text) => {
    read('/')
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('a date', () => {
  it.each(['2026-11-21', '2026-11-21T12:30:00'])('%s is the day it names', (day) => {
    read('/')
    expect(formatDate(day)).toBe('Nov 21, 2026')
  })
})

describe('a day as a heading', () => {
  const now = new Date('2026-03-05T08:00:00')

  it('is named while it is near', () => {
    read('/')
    expect(formatDay('2026-03-05T00:00:00', now)).toBe('Today')
    expect(formatDay('2026-03-04T23:59:59', now)).toBe('Yesterday')
    read('/zh')
    expect(formatDay('2026-03-04T23:59:59', now)).toBe('昨天')
  })

  it('is a date later, with its year once that is another one', () => {
    read('/')
    expect(formatDay('2026-03-03T12:00:00', now)).toBe('Tuesday, March 3')
    expect(formatDay('2025-03-03T12:00:00', now)).toBe('Monday, March 3, 2025')
  })
})

describe('a number', () => {
  it('has separators', () => {
    read('/')
    expect(formatNumber(10_000)).toBe('10,000')
  })
})
