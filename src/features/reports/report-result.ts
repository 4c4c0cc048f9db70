import { createHmac } from 'node:crypto'
import { findReadableMedia } from '#core/media/queries/media.ts'
import { readAddress } from '#core/media/uploads/resolve-inputs.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { countReportsOf, insertReport } from './queries.ts'
import { maxReportsPerDay, type ReportReason } from './rules.ts'

/** Who reports: an account, or a visitor by the network address. */
export type Reporter = { accountId: string } | { address: string }

/** `address`: of a file of the result. `origins`: of this product, without a slash at the end. */
export type ReportRequest = {
  reporter: Reporter
  address: string
  origins: readonly string[]
  reason: ReportReason
  text: string | null
}

/**
 * Reports the public result that a file belongs to; a repeated report of the same person changes
 * nothing. Throws `Refused`: `not_found` for every address that is not public, `too_many_reports`.
 */
export async function reportResult(
  context: Parts<'contributions' | 'database' | 'identityKey' | 'log' | 'meter'>,
  { reporter, address, origins, reason, text }: ReportRequest,
): Promise<void> {
  const place = readAddress(address, origins)
  if (typeof place === 'string') throw new Refused({ reason: 'not_found' })
  // As a stranger reads it, so that private results of the person itself are not found either.
  const media = await findReadableMedia(context.database, place, null)
  if (!media?.generation_id) throw new Refused({ reason: 'not_found' })

  const reporterHash = hashReporter(context.identityKey, reporter)
  if ((await countReportsOf(context.database, reporterHash)) >= maxReportsPerDay)
    throw new Refused({ reason: 'too_many_reports', max: maxReportsPerDay })
  const { account_id: accountId, generation_id: generationId } = media
  const report = { accountId, generationId, reporterHash, reason, note: text }
  const isNew = await context.database.transaction().execute(async (transaction) => {
    if (!(await insertReport(transaction, report))) return false
    const data = { generation_id: generationId, account_id: accountId, reason }
    await announceToOperators(context, transaction, { event: 'report.created', generationId, data })
    return true
  })
  if (!isNew) return
  context.meter.count('atelier_reports_total', { reason })
  context.log.info({ generation: generationId, reason }, 'result reported')
}

/** Identifies a person who reports, and discloses nothing about who it is. */
function hashReporter(key: Uint8Array, reporter: Reporter): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['reporter', reporter]))
    .digest()
}
