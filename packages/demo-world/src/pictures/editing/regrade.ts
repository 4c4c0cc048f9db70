import type { Bitmap } from '../canvas/develop.ts'
import type { Light } from '../colour/oklch.ts'
import type { Palette } from '../colour/palette.ts'
import { evenRamp } from '../colour/ramp.ts'

/**
 * Moves a bitmap's colours towards a palette, in place: each tone gets the palette's colour of its
 * lightness, and keeps that lightness. `share` 0 leaves everything, 1 leaves only light and dark of
 * the original.
 */
export function regrade(
  { data }: Bitmap,
  { deep, shade, mid, haze, glow }: Palette,
  share: number,
): void {
  const ramp = evenRamp(...[deep, shade, mid, haze, glow].map(display))
  const tone = new Float64Array(3)
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const light = lightness(red, green, blue)
    ramp(light / 255, tone)
    const lift =
      light / Math.max(1, lightness(tone[0] as number, tone[1] as number, tone[2] as number))
    const evened = 0.45 + 0.55 * lift
    data[at] = red + ((tone[0] as number) * evened - red) * share
    data[at + 1] = green + ((tone[1] as number) * evened - green) * share
    data[at + 2] = blue + ((tone[2] as number) * evened - blue) * share
  }
}

const lightness = (red: number, green: number, blue: number) =>
  red * 0.299 + green * 0.587 + blue * 0.114

/** A colour as the display's values, 0 to 255. */
function display(light: Light): Light {
  const [red, green, blue] = light.map((part) => 255 * Math.min(1, part) ** (1 / 2.2))
  return [red ?? 0, green ?? 0, blue ?? 0]
}
