import { createTriple, type Triple } from './color.ts'

/** Writes the colour of a source over a backdrop, both opaque; channels from 0 to 1. */
export type BlendFunction = (backdrop: Triple, source: Triple, result: Triple) => void

const separable =
  (blend: (backdrop: number, source: number) => number): BlendFunction =>
  (backdrop, source, result) => {
    result[0] = blend(backdrop[0] ?? 0, source[0] ?? 0)
    result[1] = blend(backdrop[1] ?? 0, source[1] ?? 0)
    result[2] = blend(backdrop[2] ?? 0, source[2] ?? 0)
  }

const screen = (backdrop: number, source: number) => backdrop + source - backdrop * source

const hardLight = (backdrop: number, source: number) =>
  source <= 0.5 ? backdrop * 2 * source : screen(backdrop, 2 * source - 1)

function colorDodge(backdrop: number, source: number): number {
  if (backdrop === 0) return 0
  return source >= 1 ? 1 : Math.min(1, backdrop / (1 - source))
}

function colorBurn(backdrop: number, source: number): number {
  if (backdrop >= 1) return 1
  return source <= 0 ? 0 : 1 - Math.min(1, (1 - backdrop) / source)
}

function softLight(backdrop: number, source: number): number {
  if (source <= 0.5) return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop)
  const lighter =
    backdrop <= 0.25 ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : Math.sqrt(backdrop)
  return backdrop + (2 * source - 1) * (lighter - backdrop)
}

const luminosity = (color: Triple) =>
  0.3 * (color[0] ?? 0) + 0.59 * (color[1] ?? 0) + 0.11 * (color[2] ?? 0)

const most = (color: Triple) => Math.max(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0)
const least = (color: Triple) => Math.min(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0)
const saturation = (color: Triple) => most(color) - least(color)

/** Writes the colour with another luminosity, drawn towards grey where it leaves 0 to 1. */
function writeWithLuminosity(color: Triple, wanted: number, result: Triple): void {
  const change = wanted - luminosity(color)
  for (let channel = 0; channel < 3; channel++) result[channel] = (color[channel] ?? 0) + change
  const grey = luminosity(result)
  const [low, high] = [least(result), most(result)]
  const shrink = Math.min(
    low < 0 ? grey / (grey - low) : 1,
    high > 1 ? (1 - grey) / (high - grey) : 1,
  )
  if (shrink >= 1) return
  for (let channel = 0; channel < 3; channel++)
    result[channel] = grey + ((result[channel] ?? 0) - grey) * shrink
}

const scratch = createTriple()

/** Returns the colour with another saturation; it is used again at the next call. */
function withSaturation(color: Triple, wanted: number): Triple {
  const low = least(color)
  const range = most(color) - low
  for (let channel = 0; channel < 3; channel++)
    scratch[channel] = range === 0 ? 0 : (((color[channel] ?? 0) - low) * wanted) / range
  return scratch
}

/**
 * The blend modes of W3C Compositing and Blending Level 1, §10. https://www.w3.org/TR/compositing-1/
 */
export const blendFunctions = {
  normal: separable((_backdrop, source) => source),
  multiply: separable((backdrop, source) => backdrop * source),
  screen: separable(screen),
  overlay: separable((backdrop, source) => hardLight(source, backdrop)),
  darken: separable(Math.min),
  lighten: separable(Math.max),
  'color-dodge': separable(colorDodge),
  'color-burn': separable(colorBurn),
  'hard-light': separable(hardLight),
  'soft-light': separable(softLight),
  difference: separable((backdrop, source) => Math.abs(backdrop - source)),
  exclusion: separable((backdrop, source) => backdrop + source - 2 * backdrop * source),
  hue: (backdrop, source, result) =>
    writeWithLuminosity(withSaturation(source, saturation(backdrop)), luminosity(backdrop), result),
  saturation: (backdrop, source, result) =>
    writeWithLuminosity(withSaturation(backdrop, saturation(source)), luminosity(backdrop), result),
  color: (backdrop, source, result) => writeWithLuminosity(source, luminosity(backdrop), result),
  luminosity: (backdrop, source, result) =>
    writeWithLuminosity(backdrop, luminosity(source), result),
} satisfies Record<string, BlendFunction>

export type BlendMode = keyof typeof blendFunctions
