import { describe, expect, it } from 'vitest'
import type { Pixels } from './pixels.ts'
import { resizeLines } from './resize-lines.ts'

/** An opaque image: `#` is white, anything else black. */
function drawn(...rows: string[]): Pixels {
  const width = rows[0]?.length ?? 0
  const values = [...rows.join('')].flatMap((one) =>
    one === '#' ? [255, 255, 255, 255] : [0, 0, 0, 255],
  )
  return { width, height: rows.length, data: Uint8ClampedArray.from(values) }
}

const redOf = ({ data }: Pixels) => [...data].filter((_, at) => at % 4 === 0)

describe('resizeLines', () => {
  it('keeps a line of one pixel white however much smaller it becomes', () => {
    const width = 800
    const line = drawn(
      ...Array.from({ length: 400 }, (_, y) => (y === 133 ? '#' : '.').repeat(width)),
    )
    const small = resizeLines(line, { width: 100, height: 50 })
    expect([small.width, small.height]).toEqual([100, 50])
    const rows = Array.from({ length: 50 }, (_, y) => redOf(small).slice(y * 100, y * 100 + 100))
    expect(rows.map((row) => Math.min(...row))).toEqual(
      rows.map((_, y) => (y === Math.floor((133 * 50) / 400) ? 255 : 0)),
    )
  })

  it('is the same at the same size, and of the asked size when it is larger', () => {
    const image = drawn('#..', '.#.', '..#')
    expect(resizeLines(image, { width: 3, height: 3 })).toEqual(image)
    const wide = resizeLines(image, { width: 9, height: 3 })
    expect([wide.width, wide.height, wide.data.length]).toEqual([9, 3, 9 * 3 * 4])
    expect(redOf(wide)[1]).toBeGreaterThan(200)
    expect(redOf(wide)[8]).toBeLessThan(50)
  })

  it('covers every pixel where the sides are no multiples, and is opaque', () => {
    for (const size of [
      { width: 3, height: 2 },
      { width: 4, height: 3 },
      { width: 1, height: 1 },
    ]) {
      const { data } = resizeLines(drawn('#####', '#####', '#####', '#####', '#####'), size)
      expect([...data].every((value) => value === 255)).toBe(true)
    }
  })

  it('refuses a size that is none', () => {
    expect(() => resizeLines(drawn('#'), { width: 0, height: 1 })).toThrow(RangeError)
  })
})
