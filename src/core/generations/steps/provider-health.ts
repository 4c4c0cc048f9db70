import { ProviderError } from '#providers/provider.ts'

/** A provider that did not answer gets no job for 15 s, then for twice as long, up to 4 minutes. */
const firstPause = 15_000
const longestPause = 240_000

/** How long a job counts as one that measures a provider, in ms, unless it ends before. */
const measuringTime = 60_000

/**
 * What this process has seen of the providers: whether they answered, and which models' jobs they got
 * lately. It decides only about the order in which they are asked; each process learns it anew.
 */
export type ProviderHealth = {
  isAway(provider: string): boolean
  /** Whether a job of the model was submitted there lately. */
  isMeasuring(provider: string, model: string): boolean
  /** A job is submitted now. After a pause one job finds out whether the provider answers again. */
  begin(provider: string, model: string): void
  /** The submit ended; `error`: with this. */
  end(provider: string, error?: unknown): void
}

declare module '#core/parts.ts' {
  interface AllParts {
    providerHealth: ProviderHealth
  }
}

/** `clock`: any clock in ms that is never set back. */
export function createProviderHealth(clock = () => performance.now()): ProviderHealth {
  const away = new Map<string, { until: number; pause: number; isTried: boolean }>()
  const begun = new Map<string, number>()
  const keyOf = (provider: string, model: string) => `${provider} ${model}`
  return {
    isAway: (provider) => (away.get(provider)?.until ?? 0) > clock(),
    isMeasuring: (provider, model) => {
      const at = begun.get(keyOf(provider, model))
      return at !== undefined && clock() - at < measuringTime
    },
    begin: (provider, model) => {
      begun.set(keyOf(provider, model), clock())
      const last = away.get(provider)
      if (last && last.until <= clock())
        away.set(provider, { ...last, until: clock() + last.pause, isTried: true })
    },
    end: (provider, error) => {
      const last = away.get(provider)
      if (!isUnanswered(error)) away.delete(provider)
      else if (!last)
        away.set(provider, { until: clock() + firstPause, pause: firstPause, isTried: false })
      else if (last.isTried) {
        // Others of the same pause say nothing new.
        const pause = Math.min(longestPause, last.pause * 2)
        away.set(provider, { until: clock() + pause, pause, isTried: false })
      }
    },
  }
}

/** Whether nothing was there to answer: no connection, no answer in time, or a gateway instead. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { code, httpStatus } = error
  if (code === 'timeout' || code === 'unreadable') return true
  return code === 'unavailable' && (httpStatus === null || httpStatus >= 500)
}
