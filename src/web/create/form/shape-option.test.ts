import { describe, expect, it } from 'vitest'
import { shapeOf } from './shape-option.ts'

describe('shapeOf', () => {
  it.each([
    ['square_hd', 'square', '1:1'],
    ['portrait_4_3', 'portrait', '3:4'],
    ['landscape_16_9', 'landscape', '16:9'],
    ['9:16', 'portrait', '9:16'],
    ['21:9', 'landscape', '21:9'],
    ['auto', 'auto', 'auto'],
  ])('draws %s as %s, %s', (option, kind, ratioName) => {
    expect(shapeOf(option)).toMatchObject({ kind, ratioName })
  })

  it('returns the pixels of sizes only', () => {
    expect(shapeOf('landscape_4_3').pixels).toEqual({ width: 1024, height: 768 })
    expect(shapeOf('4:3').pixels).toBeUndefined()
  })
})
