import { checkRange } from './pixels.ts'

/** Red, green, blue and opacity in bytes. */
export type Rgba = readonly [number, number, number, number]

/** Throws RangeError unless all four channels are from 0 to 255. */
export function checkColor(field: string, color: Rgba): void {
  for (const [channel, value] of color.entries()) checkRange(`${field}[${channel}]`, value, 0, 255)
}

/** Three numbers that are written again for each pixel, so that none is allocated. */
export type Triple = Float64Array

export const createTriple = (): Triple => new Float64Array(3)

/** The linear light of each byte of sRGB, 0 to 1. */
const linearLight = Float64Array.from({ length: 256 }, (_value, byte) => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Bytes of sRGB by linear light, in steps so small that even the darkest bytes differ. */
const steps = 65_535
const bytes = Uint8Array.from({ length: steps + 1 }, (_value, step) => {
  const light = step / steps
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** The white of daylight (D65), as sRGB defines it. */
const [whiteX, whiteZ] = [0.95047, 1.08883]

/** The curve of CIELAB from 0 to 1; between its steps, straight lines are exact to 0.0001. */
const curveSteps = 32_768
const curve = Float64Array.from({ length: curveSteps + 2 }, (_value, step) => {
  const share = step / curveSteps
  return share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116
})

function compress(share: number): number {
  const place = share * curveSteps
  const step = Math.floor(place)
  const first = curve[step] ?? 0
  return first + ((curve[step + 1] ?? 0) - first) * (place - step)
}

const expand = (value: number) => (value > 6 / 29 ? value ** 3 : (116 * value - 16) / (24_389 / 27))

/** Writes CIELAB (D65) of a colour in bytes: L 0 to 100, a and b about -128 to 127. */
export function writeLab(red: number, green: number, blue: number, lab: Triple): void {
  const r = linearLight[red] ?? 0
  const g = linearLight[green] ?? 0
  const b = linearLight[blue] ?? 0
  const x = compress((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / whiteX)
  const y = compress(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = compress((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / whiteZ)
  lab[0] = 116 * y - 16
  lab[1] = 500 * (x - y)
  lab[2] = 200 * (y - z)
}

/** Writes the bytes of a colour in CIELAB; what no screen shows becomes the nearest bytes. */
export function writeRgbOfLab(lab: Triple, rgb: Triple): void {
  const middle = ((lab[0] ?? 0) + 16) / 116
  const x = whiteX * expand(middle + (lab[1] ?? 0) / 500)
  const y = expand(middle)
  const z = whiteZ * expand(middle - (lab[2] ?? 0) / 200)
  rgb[0] = byteOf(3.2404542 * x - 1.5371385 * y - 0.4985314 * z)
  rgb[1] = byteOf(-0.969266 * x + 1.8760108 * y + 0.041556 * z)
  rgb[2] = byteOf(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
}

function byteOf(light: number): number {
  return bytes[Math.round(Math.min(1, Math.max(0, light)) * steps)] ?? 0
}

/** Writes hue (0 up to 6), saturation and lightness (0 to 1) of a colour in bytes. */
export function writeHsl(red: number, green: number, blue: number, hsl: Triple): void {
  const most = Math.max(red, green, blue) / 255
  const least = Math.min(red, green, blue) / 255
  const range = most - least
  const lightness = (most + least) / 2
  hsl[2] = lightness
  hsl[1] = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1))
  const r = red / 255
  const g = green / 255
  const b = blue / 255
  if (range === 0) hsl[0] = 0
  else if (most === r) hsl[0] = ((g - b) / range + 6) % 6
  else hsl[0] = most === g ? (b - r) / range + 2 : (r - g) / range + 4
}

/** Writes the bytes, not rounded, of hue (0 up to 6), saturation and lightness (0 to 1). */
export function writeRgbOfHsl(hsl: Triple, rgb: Triple): void {
  const hue = hsl[0] ?? 0
  const lightness = hsl[2] ?? 0
  const range = (hsl[1] ?? 0) * Math.min(lightness, 1 - lightness)
  for (let channel = 0; channel < 3; channel++) {
    const turn = (hue * 2 + (channel === 0 ? 0 : channel === 1 ? 8 : 4)) % 12
    rgb[channel] = 255 * (lightness - range * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
}
