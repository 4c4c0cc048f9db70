import { modelOf } from '#catalogue/catalogue.ts'
import type { Database } from '#database/database.ts'
import { findAccount } from '#database/queries/accounts/accounts.ts'
import { lockGeneration } from '#database/queries/admin/generations.ts'
import {
  decideReports,
  hasOpenReport,
  isRemoved,
  listReported,
  type ReportedGeneration,
  removeResult,
} from '#database/queries/admin/reports.ts'
import { findOutputs, findReadableMedia } from '#database/queries/generations/media.ts'
import type { GenerationRow, MediaRow } from '#database/tables.ts'
import { isOpen } from '#domain/generations/status.ts'
import { promptOf } from '#domain/history/search-terms.ts'
import { auditedTransaction, type OperatorAction } from '../admin/audited-transaction.ts'
import { announceToOperators } from '../announce-to-operators.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { queueAccountMail } from '../mail/queue-mail.ts'
import { type OpenedMedia, openMedia } from '../media/open-media.ts'
import { Refused } from '../refused.ts'
import { deleteOrphanedFiles } from '../retention.ts'

/** A reported result with its files and its prompt. */
export type ReportedResult = ReportedGeneration & { outputs: MediaRow[]; prompt: string }

/** How many results a list has at most. */
const listed = 50

/** Returns the results that wait for a decision, the most reported first, at most 50. */
export async function listReports({
  database,
}: Pick<ServiceContext, 'database'>): Promise<ReportedResult[]> {
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
  context: ServiceContext,
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

/** Locks a generation that has ended, until the transaction ends. Throws `Refused` `not_found`. */
async function lockEnded(transaction: Database, id: string): Promise<GenerationRow> {
  const found = isId(id) ? await lockGeneration(transaction, id) : undefined
  if (!found || found.deleted_at || isOpen(found.status)) throw new Refused({ reason: 'not_found' })
  return found
}

/**
 * Dismisses the reports of a result, which stays as it is; later reports open it again. Returns how
 * many there were. Throws `Refused` `not_found` where there is none.
 */
export function dismissReports(
  { database }: Pick<ServiceContext, 'database'>,
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

/**
 * Removes the result of a generation for everyone: its files are deleted, their hashes kept, and its
 * owner gets a note, by mail too. The record and the ledger stay. Repeating it changes nothing.
 * A worker deletes the files within minutes. Throws `Refused` `not_found`.
 */
export async function takeDownResult(
  context: Pick<ServiceContext, 'database' | 'changes' | 'contributions'> & {
    /** Whether mails are sent. */
    sendsMail: boolean
  },
  act: OperatorAction,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const { changes, database, sendsMail } = context
  const accounts = await auditedTransaction(database, act, async (transaction) => {
    const found = await lockEnded(transaction, id)
    const { account_id: accountId, kind, removed_at } = found
    const nothing = { accounts: [], hashes: [] }
    const removed = removed_at ? nothing : await removeResult(transaction, { ...found, note })
    const reports = await decideReports(transaction, found)
    const owner = await findAccount(transaction, accountId)
    if (sendsMail && owner && !removed_at)
      await queueAccountMail(transaction, owner, {
        cause: `result_removed ${id}`,
        content: { about: 'result_removed', kind, note },
      })
    const data = { generation_id: id, account_id: accountId, kind }
    if (!removed_at)
      await announceToOperators(context, transaction, {
        event: 'result.removed',
        generationId: id,
        data,
      })
    const done = { act: 'generation.takedown', accountId, generationId: id }
    return {
      result: new Set([accountId, ...removed.accounts]),
      done: { ...done, details: { note, reports, hashes: removed.hashes } },
    }
  })
  for (const accountId of accounts) changes.publish({ accountId, generationId: id })
}

/** The same, and its files are deleted at once. */
export async function takeDownNow(
  context: ServiceContext,
  act: OperatorAction,
  takedown: { id: string; note: string },
): Promise<void> {
  await takeDownResult({ ...context, sendsMail: context.mail !== null }, act, takedown)
  context.background.run(() => deleteOrphanedFiles(context))
}

/** Throws `Refused` `result_removed` where a generation would be made again that was removed. */
export async function refuseRemoved(
  { database }: Pick<ServiceContext, 'database'>,
  parentId: string | null | undefined,
): Promise<void> {
  if (parentId && (await isRemoved(database, parentId)))
    throw new Refused({ reason: 'result_removed' })
}
