import type { Kind } from '#catalogue/kind.ts'

const minute = 60_000

/** How long a generation may stay open after it was created, in ms. Then it fails and is refunded. */
export const deadlines: Record<Kind, number> = {
  image: 5 * minute,
  'image-editing': 5 * minute,
  audio: 10 * minute,
  'image-understanding': 5 * minute,
  video: 30 * minute,
}

/**
 * How long a worker holds a row before another one takes over, in ms. The holder of a longer step renews its lease; the
 * rows of one that died are free after this.
 */
export const leaseTime = 10_000

/** After the deadline a result that is already there may still be fetched, for this long, in ms; then it is given up. */
export const lastTryTime = 20_000

/**
 * The pause before the provider is asked again, in ms: quick at first, then ever slower, at most 4.5 s. Where it reports
 * by webhook that a job has ended, asking only shows progress and saves a lost webhook: it is asked less often.
 */
export function pollDelay(asked: number, hasWebhook: boolean): number {
  if (hasWebhook && asked === 0) return 800
  return Math.min(4_500, Math.round(500 * 1.3 ** Math.min(asked + (hasWebhook ? 4 : 0), 20)))
}

/** The pause before a failed step is tried again, in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempts: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(attempts, 10))
}

/** How often one step is tried before the generation fails. */
export const maxAttempts = 6
