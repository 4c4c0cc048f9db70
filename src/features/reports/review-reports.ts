import { type OpenedMedia, type OpenMediaParts, openMedia } from '#core/downloads/open-media.ts'
import { lockEnded } from '#core/generations/removed-results.ts'
import { promptOf } from '#core/history/search-term-rules.ts'
import { isId } from '#core/ids.ts'
import { findOutputs, findReadableMedia } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { decideReports, hasOpenReport, listReported, type ReportedGeneration } from './queries.ts'

/** A reported result with its files and its prompt. */
export type ReportedResult = ReportedGeneration & { outputs: MediaRow[]; prompt: string }

/** How many results a list has at most. */
const listed = 50

/** Returns the results that wait for a decision, the most reported first, at most 50. */
export async function listReports({ database }: Parts<'database'>): Promise<ReportedResult[]> {
  const rows = await listReported(database, listed)
  const outputs = Map.groupBy(await findOutputs(database, rows), (media) => media.generation_id)
  return rows.map((row) => ({
    ...row,
    outputs: outputs.get(row.id) ?? [],
    prompt: promptOf(modelOf(row), row.input),
  }))
}

/** Opens a file of a reported result, also if its owner has made it private. Throws `not_found`. */
export async function openReportedFile(
  context: OpenMediaParts,
  file: { accountId: string; id: string; thumbnail: boolean },
): Promise<OpenedMedia> {
  const { accountId, id } = file
  const isNamed = isId(accountId) && isId(id)
  const media = isNamed && (await findReadableMedia(context.database, file, accountId))
  const generationId = media ? media.generation_id : null
  const isReported =
    generationId !== null && (await hasOpenReport(context.database, { accountId, generationId }))
  if (!isReported) throw new Refused({ reason: 'not_found' })
  return openMedia(context, { ...file, readerId: accountId })
}

/**
 * Dismisses the reports of a result, which stays as it is; later reports open it again. Returns how
 * many there were. Throws `Refused` `not_found` where there is none.
 */
export function dismissReports(
  { database }: Parts<'database'>,
  act: OperatorAction,
  id: string,
): Promise<number> {
  return auditedTransaction(database, act, async (transaction) => {
    const found = await lockEnded(transaction, id)
    const reports = await decideReports(transaction, found)
    if (reports === 0) throw new Refused({ reason: 'not_found' })
    const done = {
      act: 'report.dismiss',
      accountId: found.account_id,
      generationId: id,
      details: { reports },
    }
    return { result: reports, done }
  })
}
