import type { Hub } from '#core/events/hub.ts'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { AllParts } from '#core/parts.ts'

type Options = {
  context: AllParts
  hub: Hub
  accountId: string
  id: string
  /** The maximum time to wait, in ms. */
  waitMs: number
  /** Ends the waiting; the generation goes on. */
  signal: AbortSignal
  /** Called with each state that is not the last one. */
  onProgress(found: GenerationWithMedia): Promise<void>
}

/**
 * Returns a generation once it has ended, or as it is when the time is over or `signal` aborts.
 * Reads it when a change is announced and never on a timer. Throws `Refused` `not_found`.
 */
export async function awaitGeneration({
  context,
  hub,
  accountId,
  id,
  waitMs,
  signal,
  onProgress,
}: Options): Promise<GenerationWithMedia> {
  let isChanged = false
  let wake = () => {}
  // Subscribed before the first read, so that no change between the two is missed.
  const unsubscribe = hub.subscribe(accountId, (ids) => {
    if (ids !== null && !ids.includes(id)) return
    isChanged = true
    wake()
  })
  let isOver = waitMs === 0 || signal.aborted
  const finish = () => {
    isOver = true
    wake()
  }
  const timer = setTimeout(finish, waitMs)
  signal.addEventListener('abort', finish, { once: true })
  try {
    for (;;) {
      isChanged = false
      const found = await readGeneration(context, accountId, id)
      if (!isOpen(found.row.status) || isOver) return found
      await onProgress(found)
      if (isChanged || isOver) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', finish)
    unsubscribe()
  }
}
