import type { Kind } from '#core/models/rules/kinds.ts'
import { readStored, writeStored } from '../browser/browser-storage.ts'

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

type Job = { id: string; kind: Kind }

let isShown: ((job: Job) => boolean) | undefined

/**
 * Declares which jobs this page shows as they run, until the returned function is called.
 */
export function showJobs(shows: (job: Job) => boolean): () => void {
  isShown = shows
  return () => {
    if (isShown === shows) isShown = undefined
  }
}

/** Whether this page shows a job as it runs. */
export function showsJob(job: Job): boolean {
  return isShown?.(job) ?? false
}

/** Where the browser keeps which generation the stage of a form shows. */
export const stageKey = (generationType: string) => `atelier.stage.${generationType}`

type StageListener = (generationType: string, id: string) => void

let onStageChosen: StageListener | undefined

/** Puts a generation on the stage of its form, which may be open or is opened next. */
export function showOnStage({ generation_type, id }: StagedJob): void {
  writeStored('sessionStorage', stageKey(generation_type), id)
  onStageChosen?.(generation_type, id)
}

type StagedJob = { generation_type: string; id: string }

/** Calls `listener` for each generation put on the stage, until the returned function is called. */
export function listenForStage(listener: StageListener): () => void {
  onStageChosen = listener
  return () => {
    if (onStageChosen === listener) onStageChosen = undefined
  }
}
