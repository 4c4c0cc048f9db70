import type { AllParts } from '#core/parts.ts'

/**
 * Work that the worker does at an interval (`every`, in ms). `isShared`: its rows are claimed one batch
 * at a time, so every worker takes part. Another runs in one process at a time, once in an interval.
 */
export type ScheduledJob = {
  name: string
  every: number
  isShared?: true
  run(context: AllParts): Promise<void>
}

declare module '#core/parts.ts' {
  interface Contributions {
    scheduledJobs: readonly ScheduledJob[]
  }
}
