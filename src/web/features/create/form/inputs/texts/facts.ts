import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Measured } from '#web/ui/files/picture.tsx'

/** What is worth saying of a file, as far as it is known. */
export function factsOf(
  file: { bytes: number } | undefined,
  measured: Measured | undefined,
): string[] {
  const seconds = measured?.seconds
  return [
    ...(seconds !== undefined && Number.isFinite(seconds)
      ? [m.inputs_seconds({ seconds: formatNumber(Math.round(seconds * 10) / 10) })]
      : []),
    ...(measured && measured.width > 0
      ? [m.inputs_pixels({ width: `${measured.width}`, height: `${measured.height}` })]
      : []),
    ...(file ? [formatBytes(file.bytes)] : []),
  ]
}
