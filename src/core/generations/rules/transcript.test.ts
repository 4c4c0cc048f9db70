import { describe, expect, it } from 'vitest'
import { maxSegments, segmentsOf, toSrt, toVtt } from './transcript.ts'

const hello = { start_ms: 0, end_ms: 1_500, text: 'Hello.' }

describe('segmentsOf', () => {
  it('rounds times to whole milliseconds', () => {
    expect(segmentsOf([{ start: 0.0004, end: 1.2346, text: ' Hello. ' }])).toEqual([
      { start_ms: 0, end_ms: 1_235, text: 'Hello.' },
    ])
  })

  it('ends a part of unknown end where the next one begins', () => {
    const parts = [
      { start: 0, end: null, text: 'One' },
      { start: 2, end: 3, text: 'Two' },
    ]
    expect(segmentsOf(parts)[0]).toMatchObject({ start_ms: 0, end_ms: 2_000 })
  })

  it('shows the last part of unknown end for as long as it takes to read', () => {
    expect(segmentsOf([{ start: 2, end: null, text: 'Two' }])).toMatchObject([{ end_ms: 3_000 }])
    const long = 'a'.repeat(100)
    expect(segmentsOf([{ start: 2, end: null, text: long }])).toMatchObject([{ end_ms: 8_000 }])
  })

  it('begins a part of unknown begin where the one before it ends', () => {
    const parts = [
      { start: 0, end: 2.5, text: 'One' },
      { start: null, end: 4, text: 'Two' },
    ]
    expect(segmentsOf(parts)[1]).toMatchObject({ start_ms: 2_500, end_ms: 4_000 })
  })

  it('orders parts by their begins and keeps overlaps', () => {
    const parts = [
      { start: 1, end: 5, text: 'B' },
      { start: 0, end: 3, text: 'A' },
    ]
    expect(segmentsOf(parts)).toEqual([
      { start_ms: 0, end_ms: 3_000, text: 'A' },
      { start_ms: 1_000, end_ms: 5_000, text: 'B' },
    ])
  })

  it('replaces an end before its begin, and times that no file has', () => {
    const parts = [
      { start: 3, end: 1, text: 'A' },
      { start: 4, end: Number.POSITIVE_INFINITY, text: 'B' },
      { start: -1, end: Number.NaN, text: 'C' },
    ]
    for (const { start_ms, end_ms } of segmentsOf(parts)) {
      expect(start_ms).toBeGreaterThanOrEqual(0)
      expect(end_ms).toBeGreaterThan(start_ms)
    }
  })

  it('leaves out empty parts and what is beyond the limits', () => {
    expect(segmentsOf([{ start: 0, end: 1, text: ' \n ' }])).toEqual([])
    const many = Array.from({ length: maxSegments + 5 }, (_, at) => ({
      ...{ start: at, end: at + 1, text: 'a' },
    }))
    expect(segmentsOf(many)).toHaveLength(maxSegments)
    const huge = [0, 1, 2].map((at) => ({ start: at, end: at + 1, text: 'a'.repeat(60_000) }))
    expect(segmentsOf(huge)).toHaveLength(1)
  })
})

describe('toSrt', () => {
  it('numbers the segments and writes hours, minutes, seconds and milliseconds', () => {
    const late = { start_ms: 3_725_007, end_ms: 360_000_000, text: 'Late.' }
    expect(toSrt([hello, late])).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n01:02:05,007 --> 100:00:00,000\nLate.\n\n',
    )
  })

  it('keeps line breaks, and no empty line that would end the subtitle', () => {
    expect(toSrt([{ ...hello, text: 'A\r\n\r\n \nB\u2028C' }])).toContain('\nA\nB\nC\n\n')
  })

  it('writes no arrow of times in a text', () => {
    expect(toSrt([{ ...hello, text: 'a --> b' }])).toContain('\na -> b\n')
  })

  it('is empty without segments', () => {
    expect(toSrt([])).toBe('')
  })
})

describe('toVtt', () => {
  it('begins with its name and writes times with a point', () => {
    expect(toVtt([hello])).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello.\n\n')
    expect(toVtt([])).toBe('WEBVTT\n\n')
  })

  it('escapes markup and the arrow of times', () => {
    expect(toVtt([{ ...hello, text: 'a --> b & <i>c</i>' }])).toContain(
      '\na --&gt; b &amp; &lt;i&gt;c&lt;/i&gt;\n',
    )
  })
})
