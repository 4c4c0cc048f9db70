import { createTriple, type Triple, writeHsl, writeRgbOfHsl } from './color.ts'
import {
  checkMask,
  checkPixels,
  checkRange,
  copyPixels,
  inBands,
  type Pixels,
  type ToolOptions,
} from './pixels.ts'

/** `black` and `white`: the bytes that become black and white; `gamma`: above 1 is brighter. */
export type Levels = { black: number; gamma: number; white: number }

/** Levels of all colours together, then of each. */
export type ChannelLevels = Partial<Record<'all' | 'red' | 'green' | 'blue', Levels>>

/**
 * Returns the image with its levels stretched: black 0 to 254, white above it up to 255, gamma 0.1
 * to 10. Opacity stays. `null` once it is cancelled. Throws RangeError for others, and a bad size.
 * As each pixel is changed alone, the image may be given in tiles.
 */
export function adjustLevels(
  pixels: Pixels,
  levels: ChannelLevels,
  options: ToolOptions = {},
): Pixels | null {
  const all = levelsTable('all', levels.all)
  const tables = (['red', 'green', 'blue'] as const).map((channel) => {
    const table = levelsTable(channel, levels[channel])
    return Float64Array.from(all, (value) => interpolate(table, value))
  })
  return applyTables(pixels, tables, options)
}

/**
 * Returns the image brighter or darker, and with more or less contrast, both from -100 to 100: a
 * contrast of -100 is grey, of 100 doubles it twice. Otherwise as adjustLevels.
 */
export function adjustBrightness(
  pixels: Pixels,
  { brightness, contrast }: { brightness: number; contrast: number },
  options: ToolOptions = {},
): Pixels | null {
  checkRange('brightness', brightness, -100, 100)
  checkRange('contrast', contrast, -100, 100)
  const slope = contrast < 0 ? 1 + contrast / 100 : 4 ** (contrast / 100)
  const table = Float64Array.from({ length: 256 }, (_value, byte) =>
    clampByte((byte - 127.5) * slope + 127.5 + brightness * 1.275),
  )
  return applyTables(pixels, [table, table, table], options)
}

/**
 * Returns the image with its hue turned (-180 to 180 degrees), and its saturation and lightness (in
 * HSL, -100 to 100 percent) less or more. Otherwise as adjustLevels.
 */
export function adjustHue(
  pixels: Pixels,
  change: { hue: number; saturation: number; lightness: number },
  options: ToolOptions = {},
): Pixels | null {
  checkRange('hue', change.hue, -180, 180)
  checkRange('saturation', change.saturation, -100, 100)
  checkRange('lightness', change.lightness, -100, 100)
  const turn = change.hue / 60 + 6
  const saturation = 1 + change.saturation / 100
  const lightness = change.lightness / 100
  const hsl = createTriple()
  return changeColors(pixels, options, (data, at, rgb) => {
    writeHsl(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, hsl)
    const light = hsl[2] ?? 0
    hsl[0] = ((hsl[0] ?? 0) + turn) % 6
    hsl[1] = Math.min(1, (hsl[1] ?? 0) * saturation)
    hsl[2] = lightness < 0 ? light * (1 + lightness) : light + (1 - light) * lightness
    writeRgbOfHsl(hsl, rgb)
  })
}

/**
 * Returns a copy in which `change` has written the colour of each pixel, as far as the mask says.
 * `null` once it is cancelled.
 */
export function changeColors(
  pixels: Pixels,
  { mask, isCancelled }: ToolOptions,
  change: (data: Pixels['data'], at: number, rgb: Triple) => void,
): Pixels | null {
  checkPixels(pixels)
  if (mask) checkMask(mask, pixels)
  const result = copyPixels(pixels)
  const rgb = createTriple()
  const changeRows = (from: number, to: number) => {
    for (let index = from * pixels.width; index < to * pixels.width; index++) {
      const share = mask ? (mask.data[index] ?? 0) / 255 : 1
      if (share === 0) continue
      const at = index * 4
      change(pixels.data, at, rgb)
      for (let channel = 0; channel < 3; channel++) {
        const old = pixels.data[at + channel] ?? 0
        result.data[at + channel] = old + ((rgb[channel] ?? 0) - old) * share
      }
    }
  }
  return inBands(pixels.height, isCancelled, changeRows) ? result : null
}

function applyTables(
  pixels: Pixels,
  tables: readonly Float64Array[],
  options: ToolOptions,
): Pixels | null {
  return changeColors(pixels, options, (data, at, rgb) => {
    for (let channel = 0; channel < 3; channel++)
      rgb[channel] = tables[channel]?.[data[at + channel] ?? 0] ?? 0
  })
}

function levelsTable(field: string, levels?: Levels): Float64Array {
  const { black, gamma, white } = levels ?? { black: 0, gamma: 1, white: 255 }
  checkRange(`${field}.black`, black, 0, 254)
  checkRange(`${field}.white`, white, black + 1, 255)
  checkRange(`${field}.gamma`, gamma, 0.1, 10)
  return Float64Array.from({ length: 256 }, (_value, byte) => {
    const share = Math.min(1, Math.max(0, (byte - black) / (white - black)))
    return 255 * share ** (1 / gamma)
  })
}

function interpolate(table: Float64Array, value: number): number {
  const low = Math.floor(value)
  const first = table[low] ?? 0
  return first + ((table[low + 1] ?? first) - first) * (value - low)
}

function clampByte(value: number): number {
  return Math.min(255, Math.max(0, value))
}
