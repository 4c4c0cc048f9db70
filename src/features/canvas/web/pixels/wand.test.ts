import { describe, expect, it } from 'vitest'
import { createTriple, writeHsl, writeLab, writeRgbOfHsl, writeRgbOfLab } from './color.ts'
import { fillByColor, fillMask } from './fill.ts'
import type { Mask, Pixels } from './pixels.ts'
import { colorAt, createRandom, drawing, drawnMask, noise, plain } from './test-support.ts'
import { selectByColor, type WandOptions } from './wand.ts'

/** An image of greys: white where a drawing has `#`, 128 where it has `+`, black elsewhere. */
function greys(...rows: string[]): Pixels {
  const mask = drawnMask(...rows)
  const pixels = plain(mask, [0, 0, 0, 255])
  for (const [index, value] of mask.data.entries())
    pixels.data.set([value, value, value], index * 4)
  return pixels
}

const options: WandOptions = {
  at: { x: 0, y: 0 },
  tolerance: 0,
  metric: 'rgb',
  isContiguous: true,
}

/** The same by visiting neighbours one by one. */
function slowFlood(pixels: Pixels, { at, tolerance }: WandOptions): Mask {
  const { width, height } = pixels
  const mask = { width, height, data: new Uint8Array(width * height) }
  const first = colorAt(pixels, at.x, at.y)
  const visit = [at]
  for (let next = visit.pop(); next; next = visit.pop()) {
    const { x, y } = next
    if (x < 0 || y < 0 || x >= width || y >= height || mask.data[y * width + x]) continue
    const color = colorAt(pixels, x, y)
    if (color.some((value, channel) => Math.abs(value - (first[channel] ?? 0)) > tolerance))
      continue
    mask.data[y * width + x] = 255
    visit.push({ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 })
  }
  return mask
}

describe('the magic wand', () => {
  const image = greys('..#..', '###..', '..#..', '#.#.+')

  it('selects what is connected side by side', () => {
    expect(drawing(selectByColor(image, options))).toEqual(['##...', '.....', '.....', '.....'])
    expect(drawing(selectByColor(image, { ...options, at: { x: 2, y: 0 } }))).toEqual([
      '..#..',
      '###..',
      '..#..',
      '..#..',
    ])
  })

  it('selects in the whole image', () => {
    expect(drawing(selectByColor(image, { ...options, isContiguous: false }))).toEqual([
      '##.##',
      '...##',
      '##.##',
      '.#.#.',
    ])
  })

  it('tolerates differences up to a limit', () => {
    const at = { x: 4, y: 3 }
    const selected = (tolerance: number) =>
      drawing(selectByColor(image, { ...options, at, tolerance, isContiguous: false }))[3]
    expect(selected(126)).toBe('....#')
    expect(selected(127)).toBe('#.#.#')
    expect(selected(128)).toBe('#####')
  })

  it('agrees with visiting neighbours one by one', () => {
    const random = createRandom(11)
    for (let run = 0; run < 20; run++) {
      const size = { width: 1 + Math.floor(random() * 40), height: 1 + Math.floor(random() * 40) }
      const pixels = noise(size, random, true)
      for (let index = 0; index < pixels.data.length; index++)
        if (index % 4 < 3) pixels.data[index] = (pixels.data[index] ?? 0) < 200 ? 0 : 60
      const at = { x: size.width - 1, y: Math.floor(size.height / 2) }
      const given = { ...options, at, tolerance: run % 2 === 0 ? 0 : 70 }
      expect(selectByColor(pixels, given)).toEqual(slowFlood(pixels, given))
    }
  })

  it('measures as the eye does in CIELAB: dark blues differ less than greens', () => {
    const pixels = plain({ width: 3, height: 1 }, [0, 0, 100, 255])
    pixels.data.set([0, 0, 120, 255, 0, 60, 100, 255], 4)
    const inLab = selectByColor(pixels, { ...options, metric: 'lab', tolerance: 14 })
    expect(drawing(inLab)).toEqual(['##.'])
  })

  it('takes transparent pixels for alike, and an opaque one for another', () => {
    const pixels = plain({ width: 3, height: 1 }, [200, 0, 0, 0])
    pixels.data.set([0, 200, 0, 0, 200, 0, 0, 255], 4)
    for (const metric of ['rgb', 'lab'] as const)
      expect(drawing(selectByColor(pixels, { ...options, metric, tolerance: 50 }))).toEqual(['##.'])
  })

  it('started on an opaque pixel leaves out a transparent one of its colour', () => {
    const pixels = plain({ width: 2, height: 1 }, [200, 0, 0, 255])
    pixels.data[7] = 0
    for (const metric of ['rgb', 'lab'] as const)
      expect(drawing(selectByColor(pixels, { ...options, metric, tolerance: 50 }))).toEqual(['#.'])
  })

  it.each([
    [{ at: { x: 5, y: 0 } }, 'at.x is 5: a number from 0 to 4'],
    [{ at: { x: 0, y: -1 } }, 'at.y is -1'],
    [{ at: { x: 0.5, y: 0 } }, 'at.x is 0.5'],
    [{ tolerance: Number.NaN }, 'tolerance is NaN'],
  ])('refuses %j', (wrong, message) => {
    expect(() => selectByColor(image, { ...options, ...wrong })).toThrow(message)
  })
})

describe('CIELAB', () => {
  it('has the values of the standard', () => {
    const lab = createTriple()
    const rounded = () => [...lab].map((value) => Math.round(value * 10) / 10 + 0)
    writeLab(255, 255, 255, lab)
    expect(rounded()).toEqual([100, 0, 0])
    writeLab(255, 0, 0, lab)
    expect(rounded()).toEqual([53.2, 80.1, 67.2])
    writeLab(0, 0, 255, lab)
    expect(rounded()).toEqual([32.3, 79.2, -107.9])
  })

  it('is exact between the steps of its table', () => {
    const lab = createTriple()
    const light = (byte: number) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4
    for (let byte = 0; byte < 256; byte++) {
      writeLab(0, byte, 0, lab)
      const share = 0.7151522 * light(byte)
      const lightness = share > 216 / 24_389 ? 116 * Math.cbrt(share) - 16 : (24_389 / 27) * share
      expect(lab[0]).toBeCloseTo(lightness, 4)
    }
  })

  it('and HSL lead back to the same bytes', () => {
    const [lab, hsl, rgb] = [createTriple(), createTriple(), createTriple()]
    for (let step = 0; step < 4096; step++) {
      const color: [number, number, number] = [
        (step & 15) * 17,
        ((step >> 4) & 15) * 17,
        (step >> 8) * 17,
      ]
      writeLab(...color, lab)
      writeRgbOfLab(lab, rgb)
      expect([...rgb]).toEqual(color)
      writeHsl(...color, hsl)
      writeRgbOfHsl(hsl, rgb)
      expect([...rgb].map((value) => Math.round(value) + 0)).toEqual(color)
    }
  })
})

describe('filling', () => {
  it('paints over what the wand selects', () => {
    const filled = fillByColor(greys('..#.'), [10, 20, 30, 255], options)
    expect(colorAt(filled, 1, 0)).toEqual([10, 20, 30, 255])
    expect(colorAt(filled, 2, 0)).toEqual([255, 255, 255, 255])
    expect(colorAt(filled, 3, 0)).toEqual([0, 0, 0, 255])
  })

  it('mixes a colour that is transparent in part', () => {
    const filled = fillMask(greys('##'), [255, 0, 0, 51], drawnMask('#.'))
    expect(colorAt(filled, 0, 0)).toEqual([255, 204, 204, 255])
    expect(colorAt(filled, 1, 0)).toEqual([255, 255, 255, 255])
  })

  it('refuses a channel above 255, and a mask of another size', () => {
    expect(() => fillByColor(greys('.'), [256, 0, 0, 255], options)).toThrow('color[0] is 256')
    expect(() => fillMask(greys('..'), [0, 0, 0, 255], drawnMask('#'))).toThrow('mask is 1 × 1')
  })
})
