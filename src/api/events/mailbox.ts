/** What arrived: ids that changed, `null` when some may have been missed, or that nothing came for a while. */
export type Letter = string[] | null | 'silence'

export type Mailbox = {
  put(ids: string[] | null): void
  close(): void
  letters: AsyncIterable<Letter>
}

/** Proxies close a line that is silent for about a minute. */
const heartbeat = 25_000

/** For a reader who missed more than this many, reading what changed since is less work than keeping a list. */
const capacity = 500

/** Gathers changes while the reader is busy, so that a slow browser gets the newest state and no queue builds up. */
export function openMailbox({ missedSome }: { missedSome: boolean }): Mailbox {
  let changed: Set<string> | null = missedSome ? null : new Set()
  let closed = false
  let wake: () => void = () => undefined

  const pause = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), heartbeat)
      wake = () => {
        clearTimeout(timer)
        resolve(false)
      }
    })

  async function* letters(): AsyncGenerator<Letter> {
    while (!closed) {
      const arrived = changed
      if (arrived === null || arrived.size > 0) changed = new Set()
      if (arrived === null) yield null
      else if (arrived.size > 0) yield [...arrived]
      else if (await pause()) yield 'silence'
    }
  }

  return {
    put: (ids) => {
      if (ids === null) changed = null
      else if (changed) for (const id of ids) changed.add(id)
      if (changed && changed.size > capacity) changed = null
      wake()
    },
    close: () => {
      closed = true
      wake()
    },
    letters: letters(),
  }
}
