import { randomFrom } from '../noise.ts'
import type { Light } from '../oklch.ts'
import { addStretched, blurred, shrunk } from './blur.ts'
import type { Canvas } from './canvas.ts'

/**
 * The parameters of the conversion to display colours. 1 leaves contrast and saturation as they
 * are.
 */
export type Grade = {
  exposure: number
  contrast: number
  saturation: number
  vignette: number
  lift: number
  video: number
}

/** 8 bits a channel, row by row. */
export type Bitmap = { width: number; height: number; data: Uint8ClampedArray }

/** Tone curve, contrast, saturation and vignette; a small dither hides the steps of 8 bits. */
export function develop(canvas: Canvas, grade: Grade): Bitmap {
  const { width, height, data } = canvas
  const display = displayTable(grade)
  const bitmap = new Uint8ClampedArray(data.length)
  const warm = 1 + grade.video * 0.06
  const cool = grade.video * 0.006
  let dither = 12345
  let at = 0
  for (let row = 0; row < height; row++) {
    const down = (row + 0.5) / height - 0.5
    for (let column = 0; column < width; column++) {
      const across = (column + 0.5) / width - 0.5
      const corner = (across * across + down * down) * 2
      const light = grade.exposure * (1 - grade.vignette * corner * Math.sqrt(corner))
      const red = shoulder((data[at] as number) * light * warm)
      const green = shoulder((data[at + 1] as number) * light + cool * 0.4)
      const blue = shoulder((data[at + 2] as number) * light * (2 - warm) + cool)
      const grey = red * 0.25 + green * 0.65 + blue * 0.1
      dither = (Math.imul(dither, 1664525) + 1013904223) | 0
      const jitter = (dither >>> 8) / 16777216
      bitmap[at] = Math.floor(lookUp(display, grey + (red - grey) * grade.saturation) + jitter)
      bitmap[at + 1] = Math.floor(
        lookUp(display, grey + (green - grey) * grade.saturation) + jitter,
      )
      bitmap[at + 2] = Math.floor(lookUp(display, grey + (blue - grey) * grade.saturation) + jitter)
      at += 3
    }
  }
  return { width, height, data: bitmap }
}

const knee = 0.62

/**
 * Keeps the lower two thirds and bends brighter values towards white, so that lamps keep their
 * colour's edge.
 */
function shoulder(value: number): number {
  if (value < knee) return value
  const over = (value - knee) / (1 - knee)
  return knee + (1 - knee) * (1 - Math.exp(-over))
}

const tableSize = 8192

/**
 * Display values 0 to 255 for light 0 to 1, spaced by its square root because dark tones bend most.
 */
function displayTable(grade: Grade): Float32Array {
  return Float32Array.from({ length: tableSize + 2 }, (_, index) => {
    return curve(encode(Math.min(1, (index / tableSize) ** 2)), grade) * 255
  })
}

function lookUp(display: Float32Array, value: number): number {
  if (value <= 0) return display[0] as number
  const place = Math.sqrt(value) * tableSize
  const index = place >= tableSize ? tableSize : Math.floor(place)
  const low = display[index] as number
  return low + ((display[index + 1] as number) - low) * (place - index < 1 ? place - index : 0)
}

function curve(value: number, { contrast, lift }: Grade): number {
  const centred = value - 0.5
  const bent = 0.5 + centred * (1 + (contrast - 1) * (1 - 4 * centred * centred) * 1.6)
  return lift + bent * (1 - lift)
}

const encode = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

export type Bloom = { strength: number; threshold: number; tint?: Light }

/** Adds a glow around bright places, as a lens does. Changes `canvas`. */
export function addBloom(canvas: Canvas, { strength, threshold, tint = [1, 1, 1] }: Bloom): void {
  if (strength <= 0) return
  const factor = Math.max(1, Math.round(Math.sqrt(canvas.width * canvas.height) / 256))
  const bright = brightParts(shrunk(canvas, factor), threshold, tint)
  const halo = blurred(bright, bright.width / 90)
  const wide = blurred(bright, bright.width / 16)
  for (let at = 0; at < halo.data.length; at++)
    halo.data[at] = (halo.data[at] as number) + (wide.data[at] as number)
  addStretched(canvas, halo, strength * 0.5)
}

function brightParts(canvas: Canvas, threshold: number, tint: Light): Canvas {
  const { data } = canvas
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const brightness = Math.max(red, green, blue)
    const over = Math.max(0, brightness - threshold)
    const share = Math.min(3, over) / Math.max(1e-4, brightness)
    data[at] = red * share * tint[0]
    data[at + 1] = green * share * tint[1]
    data[at + 2] = blue * share * tint[2]
  }
  return canvas
}

const grainTableSize = 1 << 16

/**
 * Film grain, strongest in the middle tones. `amount` is about its spread in levels of 255. Changes
 * `bitmap`.
 */
export function addGrain(bitmap: Bitmap, amount: number, seed: string): void {
  if (amount <= 0) return
  const random = randomFrom(`grain/${seed}`)
  const table = Float32Array.from({ length: grainTableSize }, () => random.bell() * 1.6)
  const { width, height, data } = bitmap
  let at = 0
  for (let row = 0; row < height; row++) {
    let place = random.whole(0, grainTableSize - 1)
    for (let column = 0; column < width; column++) {
      const middle = (data[at + 1] as number) / 255
      const strength = amount * (0.35 + 2.6 * middle * (1 - middle))
      const speck =
        (table[place & (grainTableSize - 1)] as number) +
        (table[(place + 1) & (grainTableSize - 1)] as number) * 0.5
      const tint = table[(place * 7 + 3) & (grainTableSize - 1)] as number
      data[at] = (data[at] as number) + strength * (speck + tint * 0.18)
      data[at + 1] = (data[at + 1] as number) + strength * speck
      data[at + 2] = (data[at + 2] as number) + strength * (speck - tint * 0.22)
      place++
      at += 3
    }
  }
}
