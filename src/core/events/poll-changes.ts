import type { Log } from '#platform/telemetry/log.ts'

/** How often a process looks for changes, in ms. */
const pause = 1_000

/**
 * Calls `look` every second, never twice at once. A failure is logged once until it is over; `what`
 * names what could not be read. `lookNow` calls it at once, and throws nothing either.
 */
export function pollChanges(
  log: Log,
  what: string,
  look: () => Promise<void>,
): { lookNow(): Promise<void>; stop(): Promise<void> } {
  let looking = Promise.resolve()
  let isFailing = false
  const lookNow = () => {
    looking = looking.then(look).then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, `${what} cannot be read`)
        isFailing = true
      },
    )
    return looking
  }
  const timer = setInterval(lookNow, pause)
  return {
    lookNow,
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
