import sharp from 'sharp'
import { uprightSize } from './images/edit-image.ts'

/** The measures of an image. */
export type ImageMeasurements = {
  width: number
  height: number
  /** 0 black to 1 white, on the average. */
  brightness: number
  /** How far light and dark lie from the average, 0 to 0.5. */
  contrast: number
  /** Where it is brightest. */
  brightest: 'top' | 'bottom' | 'left' | 'right' | 'middle'
  /** The colours that cover most of it, in descending order. `share` of its area, 0 to 1. */
  colours: { colour: ColourName; share: number }[]
}

const side = 48

/** Measures an image file. Throws when it is no image. */
export async function measureImage(file: Uint8Array): Promise<ImageMeasurements> {
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

function coloursOf(pixels: readonly Pixel[]): ImageMeasurements['colours'] {
  const counts = new Map<string, { colour: ColourName; share: number }>()
  for (const pixel of pixels) {
    const colour = colourName(...pixel)
    const known = counts.get(colour.en) ?? { colour, share: 0 }
    counts.set(colour.en, { colour, share: known.share + 1 / pixels.length })
  }
  const shown = [...counts.values()].filter(({ share }) => share >= 0.04)
  return shown.sort((one, other) => other.share - one.share).slice(0, 4)
}

function brightestPart(lights: readonly number[]): ImageMeasurements['brightest'] {
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

/** The common name of a colour. */
export type ColourName = { en: string; zh: string }

const name = (en: string, zh: string): ColourName => ({ en, zh })

const hues: readonly (readonly [upTo: number, colour: ColourName])[] = [
  [14, name('red', '红色')],
  [40, name('orange', '橙色')],
  [68, name('yellow', '黄色')],
  [160, name('green', '绿色')],
  [196, name('turquoise', '青色')],
  [250, name('blue', '蓝色')],
  [290, name('purple', '紫色')],
  [340, name('pink', '粉色')],
  [360, name('red', '红色')],
]

/** The name of a colour given as display values, 0 to 255. */
function colourName(red: number, green: number, blue: number): ColourName {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [light, chroma] = [(most + least) / 510, (most - least) / 255]
  if (most < 40) return name('black', '黑色')
  if (chroma < 0.09) return light > 0.85 ? name('white', '白色') : name('grey', '灰色')
  const hue = hueOf(red, green, blue, most, most - least)
  if (hue >= 14 && hue < 50 && light < 0.4) return name('brown', '棕色')
  return hues.find(([upTo]) => hue < upTo)?.[1] ?? name('red', '红色')
}

function hueOf(red: number, green: number, blue: number, most: number, span: number): number {
  if (most === red) return (((green - blue) / span) * 60 + 360) % 360
  if (most === green) return ((blue - red) / span) * 60 + 120
  return ((red - green) / span) * 60 + 240
}
