/**
 * How fast generations may start: `burst` of them at once, `perMinute` as they go on (the generic
 * cell rate algorithm, GCRA: whoever paused for long may burst again).
 */
export type StartRate = { burst: number; perMinute: number }

/** The defaults of an account and of one key: a program may start 200 jobs at once. */
export const startRates: { account: StartRate; key: StartRate } = {
  account: { burst: 300, perMinute: 300 },
  key: { burst: 250, perMinute: 250 },
}

/** How much of a rate's time one start uses up, in ms. */
export function startCost({ perMinute }: StartRate): number {
  return 60_000 / perMinute
}

/** How far ahead of now a rate may be used up for one more start to be allowed, in ms. */
export function startSlack(rate: StartRate): number {
  return (rate.burst - 1) * startCost(rate)
}

/**
 * How long until the next start is allowed, in ms; 0: now. `ahead`: how far ahead of now the rate
 * is used up, in ms.
 */
export function startWait(rate: StartRate, ahead: number): number {
  return Math.max(0, ahead - startSlack(rate))
}
