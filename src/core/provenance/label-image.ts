import sharp from 'sharp'
import { maxImagePixels } from '#core/generations/rules/result-files.ts'
import { drawLabel, type VisibleLabel } from './rules/visible-label.ts'

/** From one path to another; `xmp`: the packet of the new file. */
export type ImageToLabel = { from: string; to: string; label: VisibleLabel; xmp: string | null }

/** Timeout of one image in libvips, in seconds. */
const timeoutSeconds = 60

/** The quality of formats that lose something each time they are written. */
const quality = 95

/**
 * Draws a visible label into a copy of an image, upright, with its colours and in its format. Throws
 * when it is no image. Runs in a process of core/parsers.
 */
export async function labelImage({ from, to, label, xmp }: ImageToLabel): Promise<void> {
  const image = sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
    .keepIccProfile()
  const { autoOrient: size, format } = await image.metadata()
  const { svg, left, top } = drawLabel(size, label)
  const labelled = image.composite([{ input: Buffer.from(svg), left, top }])
  const written = labelled.toFormat(format, format === 'png' ? {} : { quality })
  await (xmp === null ? written : written.withXmp(xmp)).toFile(to)
}
