import { describe, expect, it } from 'vitest'
import { adjustBrightness, adjustHue, adjustLevels } from './adjust.ts'
import { cropPixels, type ToolOptions } from './pixels.ts'
import { colorAt, createRandom, drawnMask, noise, plain } from './test-support.ts'

const one = { width: 1, height: 1 }
const color = (red: number, green: number, blue: number, alpha = 255) =>
  plain(one, [red, green, blue, alpha])
const first = (pixels: ReturnType<typeof adjustLevels>) => pixels && colorAt(pixels, 0, 0)
const same = { black: 0, gamma: 1, white: 255 }
const noHue = { hue: 0, saturation: 0, lightness: 0 }
const image = noise({ width: 20, height: 70 }, createRandom(8))

describe('levels', () => {
  it('stretch what is between black and white', () => {
    const all = { black: 50, gamma: 1, white: 200 }
    expect(first(adjustLevels(color(50, 110, 230, 77), { all }))).toEqual([0, 102, 255, 77])
  })

  it('make the middle brighter by gamma', () => {
    expect(first(adjustLevels(color(64, 0, 255), { all: { ...same, gamma: 2 } }))).toEqual([
      128, 0, 255, 255,
    ])
  })

  it('of one channel leave the others, and follow those of all', () => {
    const red = { black: 100, gamma: 1, white: 200 }
    expect(first(adjustLevels(color(150, 150, 150), { red }))).toEqual([128, 150, 150, 255])
    const all = { black: 0, gamma: 1, white: 200 }
    expect(first(adjustLevels(color(120, 120, 120), { all, red }))).toEqual([135, 153, 153, 255])
  })

  it('that change nothing keep every byte', () => {
    expect(adjustLevels(image, { all: same, blue: same })).toEqual(image)
  })

  it.each([
    [{ all: { ...same, black: 255 } }, 'all.black is 255: a number from 0 to 254'],
    [{ red: { ...same, black: 200, white: 200 } }, 'red.white is 200: a number from 201'],
    [{ blue: { ...same, gamma: 0 } }, 'blue.gamma is 0'],
    [{ all: { ...same, gamma: Number.NaN } }, 'all.gamma is NaN'],
  ])('refuse %j', (levels, message) => {
    expect(() => adjustLevels(image, levels)).toThrow(message)
  })
})

describe('brightness and contrast', () => {
  it('move and stretch around the middle', () => {
    const adjusted = (brightness: number, contrast: number) =>
      first(adjustBrightness(color(60, 127, 200), { brightness, contrast }))
    expect(adjusted(0, 0)).toEqual([60, 127, 200, 255])
    expect(adjusted(20, 0)).toEqual([86, 152, 226, 255])
    expect(adjusted(0, 50)).toEqual([0, 126, 255, 255])
    expect(adjusted(0, -100)).toEqual([128, 128, 128, 255])
  })

  it('refuse what is out of range', () => {
    expect(() => adjustBrightness(image, { brightness: 101, contrast: 0 })).toThrow('brightness')
    expect(() => adjustBrightness(image, { brightness: 0, contrast: Number.NaN })).toThrow('NaN')
  })
})

describe('hue, saturation and lightness', () => {
  it('turn, grey and lighten', () => {
    const red = color(200, 0, 0)
    expect(first(adjustHue(red, { ...noHue, hue: 120 }))).toEqual([0, 200, 0, 255])
    expect(first(adjustHue(red, { ...noHue, hue: -120 }))).toEqual([0, 0, 200, 255])
    expect(first(adjustHue(red, { ...noHue, saturation: -100 }))).toEqual([100, 100, 100, 255])
    expect(first(adjustHue(red, { ...noHue, lightness: 100 }))).toEqual([255, 255, 255, 255])
    expect(first(adjustHue(red, { ...noHue, lightness: -50 }))).toEqual([100, 0, 0, 255])
  })

  it('that change nothing keep every byte, and half a turn twice leads back', () => {
    expect(adjustHue(image, noHue)).toEqual(image)
    const turned = adjustHue(color(250, 10, 90), { ...noHue, hue: 180 })
    expect(turned && first(adjustHue(turned, { ...noHue, hue: -180 }))).toEqual([250, 10, 90, 255])
  })
})

describe('an adjustment', () => {
  const darker = (options?: ToolOptions, pixels = image) =>
    adjustBrightness(pixels, { brightness: -50, contrast: 0 }, options)

  it('changes only as much as the mask says', () => {
    const mask = drawnMask('.+#')
    mask.data[1] = 51
    const grey = plain(mask, [200, 200, 200, 255])
    const adjusted = darker({ mask }, grey)
    expect([0, 1, 2].map((x) => adjusted?.data[x * 4])).toEqual([200, 187, 136])
    expect(() => darker({ mask })).toThrow('mask is 3 × 1')
  })

  it('is the same in tiles', () => {
    const tile = { x: 3, y: 40, width: 9, height: 20 }
    const whole = darker()
    expect(whole && cropPixels(whole, tile)).toEqual(darker({}, cropPixels(image, tile)))
  })

  it('ends between two bands once it is cancelled', () => {
    let asked = 0
    expect(darker({ isCancelled: () => ++asked === 2 })).toBeNull()
    expect(asked).toBe(2)
  })

  it('leaves what it is given', () => {
    const before = image.data.slice()
    darker()
    expect(image.data).toEqual(before)
  })
})
