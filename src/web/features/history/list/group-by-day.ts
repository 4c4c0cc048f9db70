/** Records of one calendar day of the reader, in the order they came. */
export type Day<Item> = { day: string; items: Item[] }

/** Cuts a list that is sorted by time into days, in the reader's time zone. */
export function groupByDay<Item extends { created_at: string }>(items: readonly Item[]): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const day = new Date(item.created_at).toDateString()
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
