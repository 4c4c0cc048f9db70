import { formatElapsed } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** How long work took, as exact as one can use: 840 ms, 4.2 s, 38 s, 3 min 05 s. */
export function tookText(milliseconds: number): string {
  if (milliseconds < 1000)
    return m.records_milliseconds({ value: Math.max(0, Math.floor(milliseconds)) })
  if (milliseconds >= 10_000) return formatElapsed(milliseconds)
  return m.records_seconds({ value: (Math.floor(milliseconds / 100) / 10).toFixed(1) })
}
