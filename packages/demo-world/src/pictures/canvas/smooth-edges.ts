import type { Canvas } from './canvas.ts'

/** Where neighbours differ by more than this share of their brightness lies an edge. */
const contrast = 0.06

/**
 * Softens the steps that an edge makes from pixel to pixel, and takes out single stray pixels.
 * Changes `canvas`.
 */
export function smoothEdges(canvas: Canvas): void {
  const { width, height, data } = canvas
  const before = Float32Array.from(data)
  const grey = (at: number) =>
    (before[at * 3] as number) * 0.3 +
    (before[at * 3 + 1] as number) * 0.6 +
    (before[at * 3 + 2] as number) * 0.1
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      const own = grey(at)
      const [left, right, above, below] = [
        grey(at - 1),
        grey(at + 1),
        grey(at - width),
        grey(at + width),
      ]
      const low = Math.min(left, right, above, below)
      const high = Math.max(left, right, above, below)
      if (Math.max(high, own) - Math.min(low, own) < contrast * (high + own)) continue
      const stray = own < low * (1 - contrast) || own > high * (1 + contrast)
      const kept = stray ? 0 : 0.4
      for (let part = 0; part < 3; part++) {
        const i = at * 3 + part
        const around =
          (before[i - 3] as number) +
          (before[i + 3] as number) +
          (before[i - width * 3] as number) +
          (before[i + width * 3] as number)
        data[i] = (before[i] as number) * kept + (around / 4) * (1 - kept)
      }
    }
  }
}
