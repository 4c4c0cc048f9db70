import type { StorageCall } from '#platform/storage/storage.ts'
import {
  adaptStoringLimit,
  isSlowWrite,
  storingLimits,
  type WriteOutcome,
} from '../rules/storing-limit.ts'

/**
 * Limits how many generations this process stores at once: fewer while storage is slow or fails.
 */
export type StoringLimiter = {
  /** How many slots are free. */
  free(): number
  /** Takes a slot; `false`: none is free. */
  tryEnter(): boolean
  /** Takes a slot that was free when the generation was claimed. */
  enter(): void
  /** Releases a slot. */
  leave(): void
  /** Adapts the limit to a finished call to storage. */
  observe(call: StorageCall): void
  /** How many slots there are, and how many are taken. */
  state(): { limit: number; taken: number }
}

declare module '#core/parts.ts' {
  interface AllParts {
    /** Limits how many generations this process stores concurrently. */
    storing: StoringLimiter
  }
}

/** Creates a limiter by the rule of core/generations/rules/storing-limit.ts. */
export function createStoringLimiter(): StoringLimiter {
  let limit: number = storingLimits.initial
  let taken = 0
  // Writes that began before the last decrease measured the load before it.
  let decreasedAt = Number.NEGATIVE_INFINITY

  const free = () => Math.max(0, Math.floor(limit) - taken)
  return {
    free,
    tryEnter: () => {
      if (free() === 0) return false
      taken += 1
      return true
    },
    enter: () => {
      taken += 1
    },
    leave: () => {
      taken -= 1
    },
    observe: (call) => {
      if (call.operation !== 'write') return
      const outcome = outcomeOf(call)
      // An idle process says nothing about a higher load.
      if (outcome === 'healthy' && taken < limit / 2) return
      if (outcome !== 'healthy') {
        if (call.begun < decreasedAt) return
        decreasedAt = performance.now()
      }
      limit = adaptStoringLimit(limit, outcome)
    },
    state: () => ({ limit: Math.floor(limit), taken }),
  }
}

function outcomeOf(call: StorageCall): WriteOutcome {
  if (call.error) return 'failed'
  return isSlowWrite(call) ? 'slow' : 'healthy'
}
