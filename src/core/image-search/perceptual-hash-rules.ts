/**
 * PDQ, the perceptual hash that Meta published in 2019 (docs/provenance.md#near-copies): 256 bits,
 * of which images that look alike have most in common.
 */

/** Width and height of what is hashed, in pixels. */
export const hashedSize = 64

/** How many frequencies of each direction a hash describes. */
const frequencies = 16

/** Below it an image shows too little to be recognised, such as one colour or a gradient. */
const minQuality = 50

/**
 * Hashes an image by its brightness: `hashedSize` rows of as many bytes. `mirrored`: the hash of the
 * same image, flipped from left to right. Each is a string of 256 zeros and ones, the first of PDQ's
 * hexadecimal digits first. `null`: the image shows too little.
 */
export function perceptualHash(brightness: Uint8Array): { hash: string; mirrored: string } | null {
  if (quality(brightness) < minQuality) return null
  const coefficients = transform(brightness)
  const mirrored = coefficients.map((value, at) => (at % 2 === 0 ? -value : value))
  return { hash: aboveMedian(coefficients), mirrored: aboveMedian(mirrored) }
}

/** How much neighbouring pixels differ, from 0 to 100. */
function quality(brightness: Uint8Array): number {
  const at = (row: number, column: number) => brightness[row * hashedSize + column] ?? 0
  const step = (one: number, other: number) => Math.trunc((Math.abs(one - other) * 100) / 255)
  let sum = 0
  for (let row = 0; row < hashedSize; row++)
    for (let column = 0; column < hashedSize; column++) {
      if (row > 0) sum += step(at(row, column), at(row - 1, column))
      if (column > 0) sum += step(at(row, column), at(row, column - 1))
    }
  return Math.min(100, Math.trunc(sum / 90))
}

/** The lowest frequencies of a discrete cosine transform, without the average. */
function transform(brightness: Uint8Array): Float64Array {
  const rows = new Float64Array(frequencies * hashedSize)
  for (let frequency = 0; frequency < frequencies; frequency++)
    for (let column = 0; column < hashedSize; column++) {
      let sum = 0
      for (let row = 0; row < hashedSize; row++)
        sum += cosine(frequency, row) * (brightness[row * hashedSize + column] ?? 0)
      rows[frequency * hashedSize + column] = sum
    }
  const coefficients = new Float64Array(frequencies * frequencies)
  for (let vertical = 0; vertical < frequencies; vertical++)
    for (let horizontal = 0; horizontal < frequencies; horizontal++) {
      let sum = 0
      for (let column = 0; column < hashedSize; column++)
        sum += cosine(horizontal, column) * (rows[vertical * hashedSize + column] ?? 0)
      coefficients[vertical * frequencies + horizontal] = sum
    }
  return coefficients
}

const cosines = Float64Array.from({ length: frequencies * hashedSize }, (_, at) => {
  const [frequency, place] = [Math.floor(at / hashedSize) + 1, at % hashedSize]
  return Math.cos((Math.PI / 2 / hashedSize) * frequency * (2 * place + 1))
})

function cosine(frequency: number, place: number): number {
  return cosines[frequency * hashedSize + place] ?? 0
}

/** The highest frequency first. */
function aboveMedian(coefficients: Float64Array): string {
  const median = coefficients.toSorted()[coefficients.length / 2 - 1] ?? 0
  return Array.from(coefficients, (value) => (value > median ? '1' : '0'))
    .toReversed()
    .join('')
}
