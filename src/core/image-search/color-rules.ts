/** The colours that images are found by; a set of them is a number with a bit for each, in this order. */
export const colors = [
  ...(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const),
  ...(['brown', 'black', 'gray', 'white'] as const),
] as const
export type Color = (typeof colors)[number]

/** A colour is found that covers this part of an image. */
const minShare = 0.15

/** The bit of a colour. */
export function bitOfColor(color: Color): number {
  return 1 << colors.indexOf(color)
}

/**
 * The set of colours that dominate an image, given as bytes of red, green and blue: those of at least
 * 15 % of its pixels, or else the most frequent one.
 */
export function dominantColors(pixels: Uint8Array): number {
  const counts = new Map<Color, number>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const color = nameColor(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const frequent = [...counts].toSorted(([, one], [, other]) => other - one)
  const needed = (pixels.length / 3) * minShare
  return frequent.reduce(
    (set, [color, count], rank) => (rank === 0 || count >= needed ? set | bitOfColor(color) : set),
    0,
  )
}

/** Where the next hue begins, in degrees. */
const hues: [below: number, Color][] = [
  [15, 'red'],
  [42, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [361, 'red'],
]

function nameColor(red: number, green: number, blue: number): Color {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most < 48) return 'black'
  const saturation = range / most
  if (saturation < 0.12) return most > 216 ? 'white' : 'gray'
  const hue = hueOf(red, green, blue, most, range)
  const color = hues.find(([below]) => hue < below)?.[1] ?? 'red'
  if (color === 'orange' && most < 166) return 'brown'
  if (color === 'red' && most > 200 && saturation < 0.55) return 'pink'
  return color
}

function hueOf(red: number, green: number, blue: number, most: number, range: number): number {
  if (most === red) return (((green - blue) / range + 6) % 6) * 60
  return most === green ? ((blue - red) / range + 2) * 60 : ((red - green) / range + 4) * 60
}
