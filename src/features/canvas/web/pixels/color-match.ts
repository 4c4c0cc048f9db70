import { createTriple, type Triple, writeLab, writeRgbOfLab } from './color.ts'
import { forEachNearRow } from './grow.ts'
import { binarizeMask } from './mask.ts'
import { createPixels, type Mask, type Pixels } from './pixels.ts'

/** Fewer pixels around a mask say nothing about its colours. */
const minSamples = 16

/** Beyond this, spread is of what is shown, not of how a model shifts colours. */
const maxGain = 2

/** Mean and spread of the three channels of CIELAB. */
type Spread = { mean: Triple; deviation: Triple }

/**
 * Returns the result with its colours moved, where the mask is above 0, so that around the mask
 * they would have the mean and spread of those of the base: models shift colours of the whole
 * image. `ring`: how far around is looked at, in pixels. Where nothing opaque is around, the result
 * as it is. Both images and the mask have one size.
 */
export function matchColors(base: Pixels, result: Pixels, mask: Mask, ring: number): Pixels {
  const around = findRing(base, result, mask, ring)
  if (around.length < minSamples) return result
  const [wanted, given] = [measure(base, around), measure(result, around)]
  const gains = createTriple()
  for (let channel = 0; channel < 3; channel++) {
    const spread = given.deviation[channel] ?? 0
    const gain = spread > 0.1 ? (wanted.deviation[channel] ?? 0) / spread : 1
    gains[channel] = Math.min(maxGain, Math.max(1 / maxGain, gain))
  }
  const matched = createPixels(result)
  matched.data.set(result.data)
  const [lab, rgb] = [createTriple(), createTriple()]
  for (let index = 0; index < mask.data.length; index++) {
    if (mask.data[index] === 0) continue
    readLab(result, index, lab)
    for (let channel = 0; channel < 3; channel++) {
      const offset = (lab[channel] ?? 0) - (given.mean[channel] ?? 0)
      lab[channel] = (wanted.mean[channel] ?? 0) + offset * (gains[channel] ?? 1)
    }
    writeRgbOfLab(lab, rgb)
    for (let channel = 0; channel < 3; channel++)
      matched.data[index * 4 + channel] = rgb[channel] ?? 0
  }
  return matched
}

/** The pixels around the mask that are opaque in both images. */
function findRing(base: Pixels, result: Pixels, mask: Mask, ring: number): Uint32Array {
  const found = new Uint32Array(mask.data.length)
  let count = 0
  forEachNearRow(binarizeMask(mask, 1), ring, (start, distances) => {
    for (let x = 0; x < distances.length; x++) {
      const index = start + x
      if (mask.data[index] !== 0 || (distances[x] ?? 0) > ring * ring) continue
      const isOpaque = base.data[index * 4 + 3] === 255 && result.data[index * 4 + 3] === 255
      if (isOpaque) found[count++] = index
    }
  })
  return found.subarray(0, count)
}

function measure(pixels: Pixels, indexes: Uint32Array): Spread {
  const [lab, mean, deviation] = [createTriple(), createTriple(), createTriple()]
  for (const index of indexes) {
    readLab(pixels, index, lab)
    for (let channel = 0; channel < 3; channel++) {
      const value = lab[channel] ?? 0
      mean[channel] = (mean[channel] ?? 0) + value / indexes.length
      deviation[channel] = (deviation[channel] ?? 0) + value ** 2 / indexes.length
    }
  }
  for (let channel = 0; channel < 3; channel++) {
    const variance = (deviation[channel] ?? 0) - (mean[channel] ?? 0) ** 2
    deviation[channel] = Math.sqrt(Math.max(0, variance))
  }
  return { mean, deviation }
}

function readLab({ data }: Pixels, index: number, lab: Triple): void {
  writeLab(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0, lab)
}
