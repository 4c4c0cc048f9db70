import { createHash } from 'node:crypto'
import type { Job } from '../../jobs/job.ts'

/**
 * Which of a job's images the safety checker replaced. With the fault `nsfw` at least one and, of
 * several, not all; with `nsfw-all` every one. The dice follow from the job's input, so asking
 * again gives the same answer.
 */
export function flaggedImages(job: Pick<Job, 'input' | 'faults'>, count: number): boolean[] {
  if (job.faults.includes('nsfw-all')) return Array.from({ length: count }, () => true)
  if (!job.faults.includes('nsfw')) return Array.from({ length: count }, () => false)

  const dice = createHash('sha256').update(JSON.stringify(job.input)).digest()
  const certain = dice.readUInt16BE(0) % Math.max(1, count)
  const spared = (certain + 1) % Math.max(1, count)
  return Array.from({ length: count }, (_, index) => {
    if (index === certain) return true
    return index !== spared && dice.readUInt8(2 + (index % 16)) < 128
  })
}
