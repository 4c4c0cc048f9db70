/** Days (`2026-11-23`) of UTC from one until before another. */
export type DaySpan = { from: string; before: string }

const dayMs = 86_400_000

/** A day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days a span has. */
export function countDays({ from, before }: DaySpan): number {
  return Math.round((Date.parse(before) - Date.parse(from)) / dayMs)
}

/**
 * The days that a reader computes himself where they are not stored: today, and the days before
 * whose sums the scheduled job has yet to store.
 */
const openDays = 2

/**
 * Splits days into those that are stored and those that are computed: the days after the newest
 * stored one, as far as they are recent.
 */
export function splitDays(
  { from, before }: DaySpan,
  { today, newest }: { today: string; newest: string | null },
): { stored: DaySpan; open: DaySpan } {
  const recent = addDays(today, -openDays)
  const afterNewest = newest === null ? recent : addDays(newest, 1)
  const [, newer = recent] = [afterNewest, recent].toSorted()
  const border = clamp(newer, { from, before })
  return { stored: { from, before: border }, open: { from: border, before } }
}

const clamp = (day: string, { from, before }: DaySpan) =>
  day < from ? from : day > before ? before : day
