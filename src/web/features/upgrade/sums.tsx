import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** What it costs, what is there and what is missing, in credits. */
export function Sums({ required, current }: { required: number; current: number }) {
  const lines = [
    [m.upgrade_required(), required],
    [m.upgrade_current(), current],
    [m.upgrade_missing(), required - current],
  ] as const
  return (
    <dl className="flex flex-col">
      {lines.map(([name, credits]) => (
        <div
          key={name}
          className="flex justify-between gap-4 py-1.5 last:mt-1.5 last:border-t last:border-line last:pt-3 last:font-semibold"
        >
          <dt className="text-quiet">{name}</dt>
          <dd className="tabular-nums">{formatNumber(credits)}</dd>
        </div>
      ))}
    </dl>
  )
}
