import { longJob } from '#core/mail/rules.ts'
import type { GenerationRow } from './tables.ts'

/** Whether a job that ends at `end` (ms since 1970) took long enough to be reported elsewhere. */
export function isLongJob({ created_at }: Pick<GenerationRow, 'created_at'>, end: number): boolean {
  return end - created_at.getTime() >= longJob
}
