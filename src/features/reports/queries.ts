import { type Generated, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { ReportReason } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    report: ReportTable
  }
}

/** A report of a public result, to be decided by an operator. */
type ReportTable = {
  /** The account of the result. */
  account_id: string
  generation_id: string
  /** A keyed hash of who reported it: an account, or a visitor's network address. */
  reporter_hash: Buffer
  reason: ReportReason
  note: string | null
  created_at: Generated<Date>
  decided_at: Generated<Date | null>
}

/** A report of an account's generation. */
export type NewReport = {
  accountId: string
  generationId: string
  reporterHash: Buffer
  reason: ReportReason
  note: string | null
}

/** Inserts a report. `false`: this person reported it before. */
export async function insertReport(database: Database, report: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await onShardOf(database, report.accountId)
    .insertInto('report')
    .values({
      account_id: report.accountId,
      generation_id: report.generationId,
      reporter_hash: report.reporterHash,
      reason: report.reason,
      note: report.note,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** How many results this person has reported within a day. */
export async function countReportsOf(database: Database, reporterHash: Buffer): Promise<number> {
  const { count } = await database
    .selectFrom('report')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('reporter_hash', '=', reporterHash)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

/** A reported generation with its undecided reports: how many of each reason, and their texts. */
export type ReportedGeneration = Pick<
  GenerationRow,
  | 'id'
  | 'account_id'
  | 'kind'
  | 'generation_type'
  | 'model'
  | 'model_version'
  | 'input'
  | 'answer'
  | 'created_at'
> & {
  email: string
  count: number
  reasons: Partial<Record<ReportReason, number>>
  notes: string[]
  first_at: Date
}

/** How many texts of reports are read for one generation. */
const notesRead = 10

/** Reported generations that are neither decided nor deleted, the most reported first. */
export async function listReported(
  database: Database,
  limit: number,
): Promise<ReportedGeneration[]> {
  const { rows } = await sql<ReportedGeneration>`
    with open as (
      select account_id, generation_id, reason, count(*)::integer as count, min(created_at) as first_at,
        (array_agg(note order by created_at) filter (where note is not null))[:${sql.lit(notesRead)}] as notes
      from report where decided_at is null group by account_id, generation_id, reason
    ), reported as (
      select account_id, generation_id, sum(count)::integer as count, min(first_at) as first_at,
        jsonb_object_agg(reason, count) as reasons,
        jsonb_path_query_array(jsonb_agg(to_jsonb(notes)), '$[*][*] ? (@ != null)') as notes
      from open group by account_id, generation_id
    )
    select generation.id, generation.account_id, kind, generation_type, model, model_version, input, answer,
      generation.created_at, account.email, reported.count, reported.reasons, reported.notes, reported.first_at
    from reported
    join generation on generation.id = reported.generation_id and generation.account_id = reported.account_id
    join account on account.id = reported.account_id
    where generation.deleted_at is null
    order by reported.count desc, reported.first_at, generation.id limit ${limit}`.execute(database)
  return rows
}

/** Whether a generation has undecided reports. */
export async function hasOpenReport(
  database: Database,
  { accountId, generationId }: { accountId: string; generationId: string },
): Promise<boolean> {
  const found = await database
    .selectFrom('report')
    .select('generation_id')
    .where('account_id', '=', accountId)
    .where('generation_id', '=', generationId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks the reports of a generation as decided. Returns how many were not before. */
export async function decideReports(
  transaction: Database,
  { id, account_id }: Pick<GenerationRow, 'id' | 'account_id'>,
): Promise<number> {
  const { numUpdatedRows } = await onShardOf(transaction, account_id)
    .updateTable('report')
    .set({ decided_at: sql`now()` })
    .where('generation_id', '=', id)
    .where('account_id', '=', account_id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The part of the statement that purges deleted generations: their reports go with them. */
export const purgeReports = {
  name: 'reports',
  part: sql`
      delete from report using due where report.generation_id = due.id and report.account_id = due.account_id`,
}
