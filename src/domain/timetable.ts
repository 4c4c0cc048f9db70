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

/** How long a worker may hold a row before another one takes over, in ms. Longer than any single step may take. */
export const leaseTime = minute

/** The pause before the provider is asked again, in ms: quick at first, then ever slower, at most 5 s. */
export function pollDelay(asked: number): number {
  return Math.min(5_000, Math.round(500 * 1.3 ** Math.min(asked, 20)))
}

/** The pause before a failed step is tried again, in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempts: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(attempts, 10))
}

/** How often one step is tried before the generation fails. */
export const maxAttempts = 6
