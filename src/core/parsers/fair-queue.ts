/**
 * A queue that serves its owners in turn, so that one with many entries does not delay the others.
 */
export type FairQueue<Entry> = {
  /** Adds an entry; `false`: the queue, or the owner's part of it, is full. */
  add(owner: string, entry: Entry): boolean
  /** Removes and returns the next entry of an owner that may be served now; `null`: none. */
  next(mayServe: (owner: string, entry: Entry) => boolean): Entry | null
}

/** Creates a queue of at most `max` entries, and at most `maxEach` of one owner. */
export function createFairQueue<Entry>({
  max,
  maxEach,
}: {
  max: number
  maxEach: number
}): FairQueue<Entry> {
  // The owner that was served last stands at the end.
  const waiting = new Map<string, Entry[]>()
  let size = 0

  return {
    add(owner, entry) {
      const own = waiting.get(owner) ?? []
      if (size >= max || own.length >= maxEach) return false
      own.push(entry)
      waiting.set(owner, own)
      size += 1
      return true
    },
    next(mayServe) {
      for (const [owner, [entry, ...rest]] of waiting) {
        if (entry === undefined || !mayServe(owner, entry)) continue
        waiting.delete(owner)
        if (rest.length > 0) waiting.set(owner, rest)
        size -= 1
        return entry
      }
      return null
    },
  }
}
