import { pageWait } from '#core/mail/rules.ts'
import type { Parts } from '#core/parts.ts'
import { isLongJob } from './long-job.ts'
import { isOpen } from './rules/status.ts'
import type { GenerationRow } from './tables.ts'

/**
 * Reports that an open page shows these rows of an account: what is due about long jobs that have
 * just ended is withdrawn, in the background.
 */
export function reportShown(
  context: Parts<'database' | 'mail' | 'background' | 'now' | 'contributions'>,
  accountId: string,
  rows: readonly GenerationRow[],
): void {
  const { background, now, contributions } = context
  const ids = rows
    .filter(
      (row) =>
        !isOpen(row.status) &&
        row.completed_at &&
        now() - row.completed_at.getTime() < 2 * pageWait &&
        isLongJob(row, row.completed_at.getTime()),
    )
    .map(({ id }) => id)
  if (ids.length === 0) return
  background.run(async () => {
    for (const withdraw of contributions.whenShown) await withdraw(context, accountId, ids)
  })
}
