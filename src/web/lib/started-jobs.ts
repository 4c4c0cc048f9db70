import type { Kind } from '#catalogue/kinds.ts'
import { readStored, writeStored } from './browser-storage.ts'

const key = 'atelier.started-jobs'

/** Older jobs have ended, or no page waits for them. */
const maxKept = 100

/** Remembers that a generation was started in this browser, in any tab. */
export function rememberStarted(id: string): void {
  writeStored('localStorage', key, [id, ...startedJobs()].slice(0, maxKept))
}

/** Removes a job whose end was shown, so that no other page reports it. */
export function forgetStarted(id: string): void {
  const jobs = startedJobs()
  if (jobs.includes(id))
    writeStored(
      'localStorage',
      key,
      jobs.filter((job) => job !== id),
    )
}

/**
 * Whether a generation was started in this browser, and not by a program with an API key or in
 * another browser.
 */
export function wasStartedHere(id: string): boolean {
  return startedJobs().includes(id)
}

function startedJobs(): string[] {
  const stored = readStored('localStorage', key)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

let kindOnStage: Kind | undefined

/**
 * Declares that the jobs of a kind are shown on this page, until the returned function is called.
 */
export function showJobsOf(kind: Kind): () => void {
  kindOnStage = kind
  return () => {
    if (kindOnStage === kind) kindOnStage = undefined
  }
}

/** Whether this page shows the jobs of a kind as they run. */
export function showsJobsOf(kind: Kind): boolean {
  return kindOnStage === kind
}
