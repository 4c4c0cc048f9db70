import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sampleMark } from './sample-mark.ts'

describe('the sample mark', () => {
  it.each([
    [1024, 1024],
    [576, 1024],
    [120, 60],
  ])('is small and in the lower right corner of %i × %i', async (width, height) => {
    const grey = sharp({ create: { width, height, channels: 3, background: '#777777' } })
    const data = await grey
      .composite([sampleMark(width, height)])
      .removeAlpha()
      .raw()
      .toBuffer()
    const changed = [...Array(width * height).keys()].filter(
      (at) => Math.abs((data[at * 3] ?? 0) - 0x77) > 2,
    )
    const columns = changed.map((at) => at % width)
    const rows = changed.map((at) => Math.floor(at / width))
    expect(changed.length).toBeGreaterThan(5)
    expect(Math.min(...columns)).toBeGreaterThan(width * 0.8)
    expect(Math.min(...rows)).toBeGreaterThan(height * 0.8)
    expect(Math.max(...columns)).toBeLessThan(width)
  })
})
