import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

/**
 * Takes the person out of an account and everything by which somebody gets in, in one transaction; from then on nothing
 * starts, because the charging statement waits for this row and then finds it deleted. Its row stays for the ledger.
 * `false`: it is deleted already. Rows are locked in the order of everything else that locks an account's: what leads to
 * it first, its sessions last.
 */
export async function closeAccount(database: Database, id: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await deleteBelongings(transaction, id)
    await transaction.updateTable('payment').set({ return_to: '/' }).where('account_id', '=', id).execute()
    await transaction
      .updateTable('generation')
      .set({ is_public: false })
      .where('account_id', '=', id)
      .where('next_step_at', 'is not', null)
      .execute()
    const closed = await transaction
      .updateTable('account')
      .set({
        deleted_at: sql`now()`,
        purge_at: sql`now()`,
        email: `${id}@deleted.invalid`,
        ...{ name: null, issuer: null, subject: null, language: null, theme: null, daily_cap: null, job_ceiling: null },
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await transaction.deleteFrom('session').where('account_id', '=', id).execute()
    // What somebody gave as the reason of a refund is theirs; the amounts stay.
    await sql`update credit_entry set note = null
      where account_id = ${id} and reason = 'refund' and note is not null`.execute(transaction)
    return closed.numUpdatedRows > 0n
  })
}

/**
 * Deletes an account's keys, what it prepared to fetch, and the records of files that no generation uses; the files follow
 * in the sweep.
 */
export async function deleteBelongings(database: Database, accountId: string): Promise<void> {
  for (const table of ['api_key', 'download', 'pending_upload'] as const) {
    await database.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
  await database.deleteFrom('media').where('account_id', '=', accountId).where('generation_id', 'is', null).execute()
}

/** Deleted accounts of which something may be left, those due longest first. */
export async function findClosed(database: Database, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('account')
    .select('id')
    .where('purge_at', '<=', sql<Date>`now()`)
    .orderBy('purge_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Its work that has not ended. */
export function findOpenWork(database: Database, accountId: string): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('next_step_at', 'is not', null)
    .execute()
}

/**
 * Hides up to `limit` of the account's generations that have ended, for good: nothing restores them, and their files and
 * words are due to be purged. Answers how many there were.
 */
export async function hideEnded(database: Database, accountId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update generation set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), purge_at = now(),
      is_public = false, request_id = gen_random_uuid()::text
    where id in (
      select id from generation
      where account_id = ${accountId} and status in ('completed', 'partial', 'failed')
        and (deleted_at is null or purge_at > now())
      limit ${limit} for update skip locked
    )`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/**
 * Ends looking for what is left of a deleted account if there is nothing: no open work, no upload, nothing to purge. Else
 * the next look is after `pause` ms. Answers whether it is over.
 */
export async function endPurge(database: Database, accountId: string, pause: number): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    update account set purge_at = case
      when exists (select from generation where account_id = account.id
        and (status in ('pending', 'processing') or deleted_at is null or purge_at is not null))
        or exists (select from media where account_id = account.id and generation_id is null)
      then now() + ${pause} * interval '1 ms' end
    where id = ${accountId} and deleted_at is not null
    returning purge_at is null as is_over`.execute(database)
  return rows[0]?.is_over ?? true
}
