import { type RawBuilder, sql } from 'kysely'
import { moveDebt } from '#core/credits/queries/move-debt.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { blockSize, emptyBits } from '#core/history/queries/bits.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** What features keep of accounts. */
export type FeatureRows = {
  /** Tables whose rows are found by `account_id` and go with their account. */
  accountTables: readonly string[]
  /** Tables whose rows stay: an account that has some is recognised when it signs up again. */
  keptTables: readonly string[]
  /**
   * Each removes what is personal from rows that stay, or deletes rows of other tables or by them, in
   * the transaction that closes the account.
   */
  forgetAccount: readonly ((transaction: Database, accountId: string) => Promise<void>)[]
  /** The ledger's notes on credits of a sign-up, which an identity gets only once. */
  signUpNotes: readonly string[]
}

declare module '#core/parts.ts' {
  interface Contributions extends FeatureRows {}
}

export const noFeatureRows: FeatureRows = {
  accountTables: [],
  keptTables: [],
  forgetAccount: [],
  signUpNotes: [],
}

type ClosedAccount = { id: string; identityHashes: readonly string[]; ofFeatures: FeatureRows }

/**
 * Removes personal data and all credentials from an account in one transaction; from then on
 * nothing starts, because the charging statement waits for this row and then finds it deleted. The
 * row stays for the ledger. `false`: it is deleted already. Rows are locked in the same order as
 * elsewhere: the account's credentials first, its sessions last. `identityHashes`: the hashes that
 * identify its owner later; `inTransaction` runs with the
 * deletion, unless it was deleted before.
 */
export async function closeAccount(
  database: Database,
  { id, identityHashes, ofFeatures }: ClosedAccount,
  inTransaction: (transaction: Database) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, id)
    await deleteAccountFiles(own, id, [])
    for (const forget of ofFeatures.forgetAccount) await forget(transaction, id)
    await deleteRows(own, id, ofFeatures.accountTables)
    await sql`update generation set is_public = false from job
      where generation.id = job.generation_id and generation.account_id = ${id} and job.account_id = ${id}`.execute(
      own,
    )
    const closed = await own
      .updateTable('account')
      .set({
        deleted_at: sql`now()`,
        purge_at: sql`now()`,
        email: `${id}@deleted.invalid`,
        ...{
          name: null,
          issuer: null,
          subject: null,
          role: null,
          role_source: null,
          language: null,
          theme: null,
          daily_cap: null,
          job_ceiling: null,
          approval_note: null,
          terms_version: null,
          terms_accepted_at: null,
        },
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await transaction.deleteFrom('account_name').where('account_id', '=', id).execute()
    if (closed.numUpdatedRows > 0n)
      await rememberIdentity(transaction, id, { identityHashes, ...ofFeatures })
    await transaction.deleteFrom('session').where('account_id', '=', id).execute()
    // The reasons that a person gave for refunds are deleted; the amounts stay.
    await sql`update credit_entry set note = null
      where account_id = ${id} and reason = 'refund' and note is not null`.execute(own)
    if (closed.numUpdatedRows > 0n) await inTransaction(transaction)
    return closed.numUpdatedRows > 0n
  })
}

const coreTables = ['api_key', 'pending_upload'] as const

/**
 * Deletes an account's keys, its rows in the tables of features, and the
 * records of files that no generation uses; the files themselves are deleted by the cleanup.
 */
export async function deleteAccountFiles(
  database: Database,
  accountId: string,
  accountTables: readonly string[],
): Promise<void> {
  await deleteRows(database, accountId, [...coreTables, ...accountTables])
  await database
    .deleteFrom('media')
    .where('account_id', '=', accountId)
    .where('generation_id', 'is', null)
    .execute()
}

async function deleteRows(database: Database, accountId: string, tables: readonly string[]) {
  for (const table of tables)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(database)
}

/** Returns deleted accounts that may have data left, the longest due first. */
export async function findAccountsToErase(database: Database, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('account')
    .select('id')
    .where('purge_at', '<=', sql<Date>`now()`)
    .orderBy('purge_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns its open generations. */
export function findOpenGenerations(
  database: Database,
  accountId: string,
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation_with_job')
    .innerJoin('job', 'job.generation_id', 'generation_with_job.id')
    .selectAll('generation_with_job')
    .where('job.account_id', '=', accountId)
    .where('generation_with_job.account_id', '=', accountId)
    .execute()
}

/** `updated_at` distinguishes erased rows, even when the clock was set back. */
const erased = sql`deleted_at = coalesce(generation.deleted_at, clock_timestamp()),
  updated_at = greatest(clock_timestamp(), (select deleted_at from account where id = generation.account_id)),
  is_public = false, request_id = gen_random_uuid()::text, input = '{}', answer = null, transcript = null, terms = '{}',
  tags = '{}', error_message = null, removal_note = null, request_hash = null, http_request_id = null`

const hasEnded = sql`status <> 'open'`

/**
 * Erases personal data of up to `limit` of the account's generations that had ended before it was
 * deleted, earlier deleted ones included: rows stay for the ledger, records of files are deleted.
 * Begins with those last changed at `after`. Returns where to continue; `null`: none is left.
 */
export async function eraseEndedGenerations(
  database: Database,
  { accountId, after, limit }: { accountId: string; after: Date; limit: number },
): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    with due as (
      select generation.id, generation.updated_at from generation
      where account_id = ${accountId} and updated_at >= ${after} and ${hasEnded}
        and updated_at < (select deleted_at from account where id = ${accountId})
      order by updated_at limit ${limit} for update skip locked
    ), files as (
      delete from media using due where media.generation_id = due.id and media.account_id = ${accountId}
    ), purged as (
      delete from purge using due where purge.generation_id = due.id and purge.account_id = ${accountId}
    ), done as (
      update generation set ${erased} from due where generation.id = due.id and generation.account_id = ${accountId}
    )
    select max(updated_at) as last from due`.execute(onShardOf(database, accountId))
  return rows[0]?.last ?? null
}

/**
 * The ids of an account's generations that are not deleted: those in blocks with any, and the
 * newest, which are in no block. It does not read the others.
 */
function notDeleted(accountId: RawBuilder<unknown>) {
  return sql`
    select record.id from unnest(${[...kinds]}::text[]) as each_kind (kind) cross join lateral (
      select block * ${blockSize} as first, block * ${blockSize} + ${blockSize} - 1 as last from history_block
      where history_block.account_id = ${accountId} and history_block.kind = each_kind.kind and live <> ${emptyBits}
      union all
      select coalesce(max(block) + 1, 0) * ${blockSize}, ${sql.lit(2 ** 31 - 1)} from history_block
      where history_block.account_id = ${accountId} and history_block.kind = each_kind.kind
    ) numbers cross join lateral (
      select id from generation
      where generation.account_id = ${accountId} and generation.kind = each_kind.kind
        and number between first and last and deleted_at is null
      offset 0
    ) record`
}

/**
 * Erases the generations that have ended since: the blocks of its history still count them. Returns
 * how many there were.
 */
export async function eraseLateGenerations(
  database: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from generation
      where id in (${notDeleted(sql`${accountId}::uuid`)}) and account_id = ${accountId} and deleted_at is null
        and ${hasEnded}
      limit ${limit} for update skip locked
    ), files as (
      delete from media using due where media.generation_id = due.id and media.account_id = ${accountId}
    )
    update generation set ${erased} from due
    where generation.id = due.id and generation.account_id = ${accountId}
    returning generation.id`.execute(onShardOf(database, accountId))
  return rows.length
}

/**
 * Deletes up to `limit` of the account's search terms. Returns how many there were.
 */
export async function deleteSearchTerms(
  database: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from history_term where account_id = ${accountId} and (kind, term, block) in (
      select kind, term, block from history_term where account_id = ${accountId} limit ${limit})`.execute(
    onShardOf(database, accountId),
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Ends the erasing of a deleted account if nothing is left: no generation, open or ended, and no
 * upload. Else it is due again after `pause` ms. Returns whether it has ended.
 */
export async function finishErasing(
  database: Database,
  accountId: string,
  pause: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    update account set purge_at = case
      when exists (select from generation where account_id = account.id and ${hasEnded}
          and updated_at < account.deleted_at)
        or exists (${notDeleted(sql`account.id`)})
        or exists (select from purge where purge.account_id = account.id)
        or exists (select from media where account_id = account.id and generation_id is null)
      then now() + ${pause} * interval '1 ms' end
    where id = ${accountId} and deleted_at is not null
    returning purge_at is null as is_over`.execute(onShardOf(database, accountId))
  return rows[0]?.is_over ?? true
}

/** The ledger's note on the credits of a sign-up. */
export const signUpNote = 'sign-up'

/**
 * Stores hashes (hexadecimal) of an identity that had this account, if it was given sign-up
 * credits, or owes or may still come to owe something. Runs in the transaction that deletes the
 * account.
 */
async function rememberIdentity(
  transaction: Database,
  accountId: string,
  {
    identityHashes: hashes,
    keptTables,
    signUpNotes,
  }: Pick<ClosedAccount, 'identityHashes'> & Pick<FeatureRows, 'keptTables' | 'signUpNotes'>,
) {
  if (hashes.length === 0) return
  const kept = keptTables.map(
    (table) => sql`or exists (select from ${sql.table(table)} where account_id = account.id)`,
  )
  const { rows } = await sql<{ may_owe: boolean; has_grant: boolean }>`
    select owed > 0 ${sql.join(kept, sql` `)} as may_owe,
      exists (select from credit_entry
        where account_id = account.id and reason = 'grant' and note in (${sql.join([signUpNote, ...signUpNotes])})) as has_grant
    from account where id = ${accountId}`.execute(onShardOf(transaction, accountId))
  const earlier = await findPredecessors(transaction, accountId)
  const remembered = await transaction
    .selectFrom('deleted_identity')
    .select('has_signup_grant')
    .where('account_id', '=', sql<string>`any(${earlier}::uuid[])`)
    .execute()
  const mayOwe = (rows[0]?.may_owe ?? false) || earlier.length > 0
  const hasGrant =
    (rows[0]?.has_grant ?? false) || remembered.some((identity) => identity.has_signup_grant)
  if (!mayOwe && !hasGrant) return
  for (const hash of [...hashes].sort()) {
    await sql`
      insert into deleted_identity (identity_hash, account_id, has_signup_grant)
      values (decode(${hash}, 'hex'), ${accountId}, ${hasGrant})
      on conflict (identity_hash) do update set account_id = excluded.account_id,
        has_signup_grant = deleted_identity.has_signup_grant or excluded.has_signup_grant`.execute(
      transaction,
    )
  }
}

/** Returns the deleted accounts of which this one is the successor. */
async function findPredecessors(database: Database, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('account')
    .select('id')
    .where('successor_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes an account the successor of the identity's deleted ones: it takes over their debts, present
 * and future. Returns whether the identity was given sign-up credits before. Idempotent.
 */
export async function restoreIdentity(
  transaction: Database,
  accountId: string,
  hashes: readonly string[],
): Promise<{ hasSignUpGrant: boolean }> {
  if (hashes.length === 0) return { hasSignUpGrant: false }
  const { rows } = await sql<{ id: string; has_grant: boolean }>`
    select coalesce(successor_id, account.id) as id, bool_or(has_signup_grant) as has_grant
    from deleted_identity join account on account.id = account_id
    where identity_hash in (select * from ${bytes(hashes)} as given) group by 1 order by 1`.execute(
    transaction,
  )
  for (const { id } of rows) await makeSuccessor(transaction, { id, successorId: accountId })
  return { hasSignUpGrant: rows.some(({ has_grant }) => has_grant) }
}

/**
 * All deleted accounts point to the successor directly, without chains. An account that has a
 * successor, or is in use, keeps it.
 */
async function makeSuccessor(
  transaction: Database,
  { id, successorId }: { id: string; successorId: string },
) {
  const deleted = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('id', '<>', successorId)
    .where('deleted_at', 'is not', null)
    .where('successor_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!deleted) return
  for (const each of [id, ...(await findPredecessors(transaction, id))]) {
    await transaction
      .updateTable('account')
      .set({ successor_id: successorId })
      .where('id', '=', each)
      .execute()
    await moveDebt(transaction, each)
  }
}

function bytes(hashes: readonly string[]): RawBuilder<unknown> {
  const all = sql.join(hashes.map((hash) => sql`(decode(${hash}, 'hex'))`))
  return sql`(values ${all})`
}
