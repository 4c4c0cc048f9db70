import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

type Needs = { required: number; current: number; owed: number }

/** How many credits must come in before it can be made: what is owed is taken from them first. */
export function missingOf({ required, current, owed }: Needs): number {
  return required + owed - current
}

/** What it costs, what is there, what is owed and what is missing, in credits. */
export function Sums(needs: Needs) {
  const lines: [string, number][] = [
    [m.upgrade_required(), needs.required],
    [m.upgrade_current(), needs.current],
    ...(needs.owed > 0 ? [[m.upgrade_owed(), needs.owed] satisfies [string, number]] : []),
    [m.upgrade_missing(), missingOf(needs)],
  ]
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
