/** A colour as `#rrggbb`. */
export type HexColor = string

/** An accent in one theme: as text and mark, while pointed at, and the text that stands on it. */
export type ThemedAccent = { accent: HexColor; strong: HexColor; on: HexColor }

/** An accent colour in both themes. */
export type Accent = { light: ThemedAccent; dark: ThemedAccent }

/** The least contrast of text: 4.5 (WCAG 2.2 AA), and a margin for rounding. */
const minContrast = 4.55

/** The grounds of each theme with the least contrast to an accent (web/app/styles/tokens.css). */
const grounds = { light: { l: 0.97, c: 0.004, h: 80 }, dark: { l: 0.24, c: 0.008, h: 60 } }

/**
 * Returns the colour for both themes, as near to it as text in it is readable on every ground:
 * darker in the light theme, lighter in the dark one, of the same hue. `hex`: `#rrggbb`.
 */
export function accentFor(hex: HexColor): Accent {
  const color = toOklch(toRgb(hex))
  return {
    light: themed(hex, color, { ground: grounds.light, step: -0.005, on: { l: 0.99, c: 0 } }),
    dark: themed(hex, color, { ground: grounds.dark, step: 0.005, on: { l: 0.18, c: 0.03 } }),
  }
}

/** The contrast of two colours as WCAG defines it: 1 to 21. */
export function contrast(one: HexColor, other: HexColor): number {
  const [a = 0, b = 0] = [one, other].map((hex) => luminance(toRgb(hex))).sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

type Oklch = { l: number; c: number; h: number }
type Theme = { ground: Oklch; step: number; on: { l: number; c: number } }

function themed(hex: HexColor, color: Oklch, { ground, step, on }: Theme): ThemedAccent {
  const behind = toHex(ground)
  const text = toHex({ ...on, h: color.h, c: Math.min(on.c, color.c) })
  const isReadable = (candidate: HexColor) =>
    contrast(candidate, behind) >= minContrast && contrast(candidate, text) >= minContrast
  let { l } = color
  let accent = hex.toLowerCase()
  while (!isReadable(accent) && l >= 0 && l <= 1) {
    l += step
    accent = toHex({ ...color, l })
  }
  return { accent, strong: toHex({ ...color, l: l + 12 * step }), on: text }
}

/** Red, green and blue, each from 0 to 1, as displays have them. */
type Rgb = readonly [number, number, number]

function toRgb(hex: HexColor): Rgb {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const fromLinear = (value: number) =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map(toLinear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

// The matrices of Oklab: https://bottosson.github.io/posts/oklab/

function toOklch(rgb: Rgb): Oklch {
  const [r = 0, g = 0, b = 0] = rgb.map(toLinear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { l: lightness, c: Math.hypot(a, bb), h: (Math.atan2(bb, a) * 180) / Math.PI }
}

/** What displays cannot show is cut off at their nearest value. */
function toHex({ l, c, h }: Oklch): HexColor {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  const parts = linear.map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, fromLinear(value))))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}
