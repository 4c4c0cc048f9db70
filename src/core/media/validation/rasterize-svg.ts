import sharp from 'sharp'

/** The longest side of a drawn vector image, in pixels. */
const side = 2_048
/** The density at which a unit of an SVG is a pixel. */
const usualDensity = 72

/**
 * Draws an SVG as a PNG of 2048 pixels at its longest side. Scripts are not run, and nothing that it
 * refers to is loaded. Throws when it is none, or damaged.
 */
export async function rasterizeSvg({ from, to }: { from: string; to: string }): Promise<void> {
  const { format, width, height } = await sharp(from).metadata()
  if (format !== 'svg') throw new Error('The file is no SVG')
  const density = Math.min(Math.max((usualDensity * side) / Math.max(width, height), 1), 100_000)
  await sharp(from, { density })
    .resize({ width: side, height: side, fit: 'inside' })
    .timeout({ seconds: 30 })
    .png()
    .toFile(to)
}
