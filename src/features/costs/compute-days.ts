import type { Parts } from '#core/parts.ts'
import { addDays } from './day-rules.ts'
import { listStoredDays, readDays, storeDay } from './margin-queries.ts'

/** The most days that one run computes; the next run goes on. */
const maxComputed = 60

/** How long after its end a day is final, in ms: an entry has the time at which its transaction began. */
const settleTime = 3_600_000

/**
 * Stores the sums of past days, which nothing changes any more: the oldest first, so that all days
 * before the newest stored one are stored. Uses a connection of its own without a statement timeout.
 */
export async function computeDays({
  openLongRunningConnection,
  now,
}: Parts<'openLongRunningConnection' | 'now'>): Promise<void> {
  const database = openLongRunningConnection()
  try {
    const { first } = await readDays(database)
    if (first === null) return
    const stored = new Set(await listStoredDays(database))
    const settled = new Date(now() - settleTime).toISOString().slice(0, 10)
    const due: string[] = []
    for (let day = first; day < settled && due.length < maxComputed; day = addDays(day, 1))
      if (!stored.has(day)) due.push(day)
    for (const day of due) await storeDay(database, { from: day, before: addDays(day, 1) })
  } finally {
    await database.destroy()
  }
}
