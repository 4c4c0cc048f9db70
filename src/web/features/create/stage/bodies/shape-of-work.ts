import type { GenerationView } from '#contract/generation.ts'
import type { Size } from '../fit-grid.ts'

type Sized = { width: number | null; height: number | null }

/**
 * The shape of a result: its own, else what was asked for, else that of what it is made from, else
 * a usual one.
 */
export function shapeOfWork({ width, height, images, inputs, kind }: GenerationView): Size {
  const known = [images[0], { width, height }, inputs[0]].find(isSized)
  if (known) return { width: known.width, height: known.height }
  return kind === 'image' ? { width: 1, height: 1 } : { width: 16, height: 9 }
}

function isSized(one: Sized | undefined): one is { width: number; height: number } {
  return Boolean(one?.width && one.height)
}
