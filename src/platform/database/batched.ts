import type { Database } from './database.ts'

/**
 * Makes one statement of the calls that come in the same turn of the event loop: a statement and its
 * commit cost more than another row. All of these calls fail with it. For what is not part of a
 * transaction with anything else.
 */
export function batched<Item>(
  run: (database: Database, items: readonly Item[]) => Promise<void>,
): (database: Database, item: Item) => Promise<void> {
  const waiting = new WeakMap<Database, { items: Item[]; done: Promise<void> }>()
  return (database, item) => {
    const batch = waiting.get(database)
    if (batch) {
      batch.items.push(item)
      return batch.done
    }
    const items = [item]
    const next = new Promise<void>((resolve) => setImmediate(resolve))
    const done = next.then(() => {
      waiting.delete(database)
      return run(database, items)
    })
    waiting.set(database, { items, done })
    return done
  }
}
