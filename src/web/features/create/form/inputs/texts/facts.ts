import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Measured } from '#web/ui/files/picture.tsx'

const kilobyte = 1024
const megabyte = 1024 ** 2

/** “1.2 MB”, “840 KB”. Takes bytes. */
export function formatBytes(bytes: number): string {
  if (bytes >= megabyte) return m.inputs_megabytes({ size: formatNumber(Math.round(bytes / (megabyte / 10)) / 10) })
  return m.inputs_kilobytes({ size: formatNumber(Math.max(1, Math.round(bytes / kilobyte))) })
}

/** What is worth saying of a file, as far as it is known. */
export function factsOf(file: { bytes: number } | undefined, measured: Measured | undefined): string[] {
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
