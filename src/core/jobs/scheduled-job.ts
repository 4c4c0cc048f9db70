import type { ServiceContext } from '#core/context.ts'

/**
 * Work that the worker does at an interval (`every`, in ms). `isShared`: its rows are claimed one batch
 * at a time, so every worker takes part. Another runs in one process at a time, once in an interval.
 */
export type ScheduledJob = {
  name: string
  every: number
  isShared?: true
  run(context: ServiceContext): Promise<void>
}
