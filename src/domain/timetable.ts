import { type Kind, kindFacts, kinds } from '#catalogue/kinds.ts'

const minute = 60_000

/** How long a generation of a kind may stay open, in ms, where the operator set nothing else. */
export const deadlines = Object.fromEntries(
  kinds.map((kind) => [kind, kindFacts[kind].deadlineMs]),
) as Record<Kind, number>

/**
 * How long a worker holds a row before another one takes over, in ms. The holder of a longer step
 * renews its lease; the rows of one that died are free after this.
 */
export const leaseTime = 10_000

/**
 * How long a finished generation waits for our storage, in ms: as long as the provider keeps the
 * files of a result, which the provider's adapter asks it to do. The deadline limits the provider,
 * never our own storing.
 */
export const resultRetention = 7 * 24 * 60 * minute

/**
 * How long a job is waited for whose submit got no answer, in ms: three times what its kind usually
 * takes. A webhook can still say which job it is; later the job is taken for lost. Its deadline, if
 * that is sooner, ends it anyway.
 */
export function unknownSubmitWait(kind: Kind): number {
  return 3 * kindFacts[kind].usualMs
}

/**
 * The pause before the provider is asked again, in ms: quick at first, then ever slower, at most
 * 4.5 s. Where it reports by webhook that a job has ended, asking only shows progress and saves a
 * lost webhook: it is asked less often.
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

/**
 * How often a finished result is fetched from a provider that is away or breaks off: with
 * `retryDelay` for an hour.
 */
export const maxDownloadAttempts = 124

/**
 * The pause before a result is stored again after our own storage failed, in ms. While it is
 * unavailable none is.
 */
export const storePause = 5_000

/**
 * A pause in ms, lengthened or shortened by up to a quarter, so that many do not come back at once.
 * `random`: 0 to 1.
 */
export function withJitter(delay: number, random: number): number {
  return Math.round(delay * (0.75 + random / 2))
}
