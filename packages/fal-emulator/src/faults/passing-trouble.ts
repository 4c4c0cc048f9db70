import type { Job } from '../jobs/job.ts'
import type { FaultName } from './fault-names.ts'

const troubledAnswers = 3

/** Faults that pass: says for the first three questions about a job that its fault still holds. */
export function createPassingTrouble(): (job: Job, fault: FaultName) => boolean {
  const answered = new WeakMap<Job, Map<FaultName, number>>()
  return (job, fault) => {
    if (!job.faults.includes(fault)) return false
    const counts = answered.get(job) ?? new Map<FaultName, number>()
    answered.set(job, counts)
    const before = counts.get(fault) ?? 0
    counts.set(fault, before + 1)
    return before < troubledAnswers
  }
}
