import { type Kind, kindFacts, kinds } from '#core/models/rules/kinds.ts'

const minute = 60_000

/** How long a generation of a kind may stay open, in ms, unless the operator configures it. */
export const deadlines = Object.fromEntries(
  kinds.map((kind) => [kind, kindFacts[kind].deadlineMs]),
) as Record<Kind, number>

/**
 * How long a worker's lease of a row lasts, in ms. A longer step renews it; after a crash the row
 * is free after this time.
 */
export const leaseTime = 10_000

/**
 * Whether a job has ended its workers and must not be claimed by yet another one. An event loop
 * that stood still twice in its step is proof. A lost lease is not, because a worker ends for other
 * reasons, too, and then loses the leases of all its jobs: it takes five in a row.
 */
export function endsWorkers(job: { stalls: number; lost_leases: number }): boolean {
  return job.stalls >= 2 || job.lost_leases >= 5
}

/**
 * How long a finished generation waits for our storage, in ms: as long as the provider keeps the
 * files of a result, which the provider's adapter requests. The deadline limits the provider, never
 * our own storing.
 */
export const resultRetention = 7 * 24 * 60 * minute

/**
 * How long a submit with an unknown outcome is waited for, in ms: three times the usual duration of
 * its kind. A webhook can still identify the job; later the job counts as lost. An earlier deadline
 * ends it first.
 */
export function unknownSubmitWait(kind: Kind): number {
  return 3 * kindFacts[kind].usualMs
}

/**
 * The pause before the next poll, in ms: short at first, then growing to 4.5 s. Where the provider
 * reports the end by webhook, polling only shows progress and covers a lost webhook: it is less
 * frequent, and begins after the shortest jobs have ended.
 */
export function pollDelay(asked: number, hasWebhook: boolean): number {
  if (hasWebhook && asked === 0) return 1_500
  return Math.min(4_500, Math.round(500 * 1.3 ** Math.min(asked + (hasWebhook ? 4 : 0), 20)))
}

/** The pause before a failed step is retried, in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempts: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(attempts, 10))
}

/** How often one step is tried before the generation fails. */
export const maxAttempts = 6

/**
 * How often the download of a finished result is tried while the provider is unreachable or breaks
 * off: with `retryDelay` for an hour.
 */
export const maxDownloadAttempts = 124

/**
 * The pause before storing is retried after our own storage failed, in ms. Paused while storage is
 * unavailable.
 */
export const storePause = 5_000

/**
 * Changes a pause in ms by up to a quarter, so that retries do not come all at once. `random`: 0 to
 * 1.
 */
export function withJitter(delay: number, random: number): number {
  return Math.round(delay * (0.75 + random / 2))
}
