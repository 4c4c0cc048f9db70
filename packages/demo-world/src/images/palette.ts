import type { Random } from './noise.ts'
import { type Light, lightOf, type Oklch } from './oklch.ts'

/** The six roles of a colour in an image, whatever the image shows. */
export const roles = ['deep', 'shade', 'mid', 'haze', 'glow', 'accent'] as const
export type Role = (typeof roles)[number]

/**
 * deep: nearest darkness · shade: shadow, zenith · mid: the body · haze: distance · glow: the light
 * · accent: the other colour.
 */
export type Palette = Record<Role, Light>

export type Swatches = Record<Role, Oklch>

/**
 * A colour that the prompt names: its hue, its strength, and whether it makes things darker or
 * lighter.
 */
export type NamedColour = { hue: number; chroma: number; lighter?: number }

export type Request = {
  colours: readonly NamedColour[]
  /** These turn the image only a little: they belong to something small in it. */
  gently: boolean
}

/**
 * The palette as light, varied a little by the seed and shifted towards the colours that the prompt
 * names.
 */
export function mixPalette(
  swatches: Swatches,
  { colours, gently }: Request,
  random: Random,
): Palette {
  const turn = random.bell() * (colours.length > 0 ? 5 : 9)
  const bent = (role: Role): Light => {
    const own = swatches[role]
    const wanted = colourFor(role, colours, gently)
    const bend = wanted ? bends[role] * (gently && role !== 'accent' ? 0.22 : 1) : 0
    const [lightness, chroma, hue] = wanted ? bendTo(own, wanted, bend, swatches.mid[2]) : own
    return lightOf([lightness, chroma * (1 + random.bell() * 0.08), hue + turn])
  }
  return {
    deep: bent('deep'),
    shade: bent('shade'),
    mid: bent('mid'),
    haze: bent('haze'),
    glow: bent('glow'),
    accent: bent('accent'),
  }
}

const bends: Record<Role, number> = {
  deep: 0.85,
  shade: 0.92,
  mid: 1,
  haze: 0.8,
  glow: 0.6,
  accent: 1,
}

/**
 * The first colour sets the image, the second its lights and accents; a third the accents alone.
 */
function colourFor(
  role: Role,
  [first, second, third]: readonly NamedColour[],
  gently: boolean,
): NamedColour | undefined {
  if (role === 'accent') return third ?? second ?? (gently ? first : undefined)
  if (role === 'glow' || role === 'haze') return second ?? first
  return first
}

/**
 * Turns a swatch towards a named colour; hues beside the palette's middle hue stay a little beside
 * the new one.
 */
function bendTo(
  [lightness, chroma, hue]: Oklch,
  wanted: NamedColour,
  bend: number,
  middleHue: number,
): Oklch {
  const beside = Math.max(-32, Math.min(32, angleBetween(middleHue, hue) * 0.35))
  // A dark yellow looks like mud; what gold and sand do in shadow is turn brown.
  const browned = wanted.hue > 62 && wanted.hue < 115 && lightness < 0.6
  const target = (browned ? wanted.hue - (0.6 - lightness) * 75 : wanted.hue) + beside
  const strength =
    wanted.chroma < 0.03
      ? chroma * 0.2
      : Math.max(
          chroma * 0.6,
          Math.min(wanted.chroma, Math.max(chroma * 1.5, wanted.chroma * 0.75)),
        )
  return [
    Math.min(
      0.985,
      Math.max(0.06, lightness + (wanted.lighter ?? 0) * bend * (1 - Math.abs(lightness - 0.5))),
    ),
    chroma + (strength - chroma) * bend,
    hue + angleBetween(hue, target) * bend,
  ]
}

const angleBetween = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180

/**
 * How near a swatch already is to a named colour: 1 the same hue, -1 the opposite. Grey is near to
 * nothing.
 */
export function likenessOf(
  [, chroma, hue]: Oklch,
  { hue: wanted, chroma: strength }: NamedColour,
): number {
  return (
    Math.cos((angleBetween(hue, wanted) * Math.PI) / 180) *
    Math.min(1, chroma / 0.05, strength / 0.05)
  )
}
