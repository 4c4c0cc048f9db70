import sharp from 'sharp'
import { uprightSize } from '../pictures/editing/load-picture.ts'
import { type ColourName, colourName } from './colour-names.ts'

/** What can be measured of a picture. */
export type Sight = {
  width: number
  height: number
  /** 0 black to 1 white, on the average. */
  brightness: number
  /** How far light and dark lie from the average, 0 to 0.5. */
  contrast: number
  /** Where it is brightest. */
  brightest: 'top' | 'bottom' | 'left' | 'right' | 'middle'
  /** The colours that cover most of it, most first. `share` of its area, 0 to 1. */
  colours: { colour: ColourName; share: number }[]
}

const side = 48

/** Measures a picture file. Throws when it is none. */
export async function lookAtPicture(file: Uint8Array): Promise<Sight> {
  const data = await sharp(file)
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const pixels = Array.from(
    { length: side * side },
    (_, at) => [...data.subarray(at * 3, at * 3 + 3)] as Pixel,
  )
  const lights = pixels.map(
    ([red, green, blue]) => (0.299 * red + 0.587 * green + 0.114 * blue) / 255,
  )
  const brightness = average(lights)
  return {
    ...(await uprightSize(file)),
    brightness,
    contrast: Math.sqrt(average(lights.map((light) => (light - brightness) ** 2))),
    brightest: brightestPart(lights),
    colours: coloursOf(pixels),
  }
}

type Pixel = [red: number, green: number, blue: number]

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function coloursOf(pixels: readonly Pixel[]): Sight['colours'] {
  const counts = new Map<string, { colour: ColourName; share: number }>()
  for (const pixel of pixels) {
    const colour = colourName(...pixel)
    const known = counts.get(colour.en) ?? { colour, share: 0 }
    counts.set(colour.en, { colour, share: known.share + 1 / pixels.length })
  }
  const shown = [...counts.values()].filter(({ share }) => share >= 0.04)
  return shown.sort((one, other) => other.share - one.share).slice(0, 4)
}

function brightestPart(lights: readonly number[]): Sight['brightest'] {
  const third = side / 3
  const within = (test: (column: number, row: number) => boolean) =>
    average(lights.filter((_, at) => test(at % side, Math.floor(at / side))))
  const parts = {
    top: within((_, row) => row < third),
    bottom: within((_, row) => row >= 2 * third),
    left: within((column) => column < third),
    right: within((column) => column >= 2 * third),
    middle: within((column, row) =>
      [column, row].every((place) => place >= third && place < 2 * third),
    ),
  }
  const names = Object.keys(parts) as (keyof typeof parts)[]
  return names.reduce((best, next) => (parts[next] > parts[best] + 0.02 ? next : best))
}
