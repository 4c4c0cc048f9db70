import { createPixels, type Pixels } from './pixels.ts'

/** What stands for what is not known: black and white lines both differ from it. */
const grey = 128

/** Returns an image as it looks on grey, opaque. Throws RangeError for a bad size. */
export function overGrey(pixels: Pixels): Pixels {
  const result = createPixels(pixels)
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255
    for (let channel = at; channel < at + 3; channel++)
      result.data[channel] = (data[channel] ?? 0) * alpha + grey * (1 - alpha)
    result.data[at + 3] = 255
  }
  return result
}
