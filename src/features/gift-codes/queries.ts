import { type Generated, type Selectable, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    code_batch: CodeBatchTable
    gift_code: GiftCodeTable
    code_redemption: CodeRedemptionTable
  }
}

declare module '#core/credits/tables.ts' {
  interface CreditEntryTable {
    /** The gift code that gave the credits. */
    code_id: WithDefault<string | null>
  }
}

/** What the gift codes of a batch give. `uses`: of each code, by as many accounts. */
type CodeBatchTable = {
  id: string
  credits: number
  uses: number
  /** Whether redeeming one unlocks generation, as a purchase does. */
  counts_as_paid: boolean
  /** For operators. */
  note: string | null
  created_by: string
  created_at: Generated<Date>
  /** `null`: never. */
  expires_at: Date | null
  disabled_at: WithDefault<Date | null>
}

type GiftCodeTable = {
  id: string
  batch_id: string
  code_hash: Buffer
  used: Generated<number>
}

/** An account's use of a code; its ledger entry names the code, too. */
type CodeRedemptionTable = {
  account_id: string
  code_id: string
  credits: number
  created_at: Generated<Date>
}

export type CodeBatchRow = Selectable<CodeBatchTable>

/** `days`: until the codes expire; `null`: they never do. */
export type NewBatch = Pick<
  CodeBatchRow,
  'id' | 'credits' | 'uses' | 'counts_as_paid' | 'note' | 'created_by'
> & { days: number | null }

/** Inserts a batch with its codes. */
export async function insertBatch(
  transaction: Database,
  { days, ...batch }: NewBatch,
  codes: readonly { id: string; code_hash: Buffer }[],
): Promise<void> {
  await transaction
    .insertInto('code_batch')
    .values({
      ...batch,
      expires_at: sql<Date | null>`now() + ${days}::integer * interval '1 day'`,
    })
    .execute()
  await transaction
    .insertInto('gift_code')
    .values(codes.map((code) => ({ ...code, batch_id: batch.id })))
    .execute()
}

/** A batch, how many codes it has, and how often all of them were redeemed. */
export type ListedBatch = CodeBatchRow & { codes: number; used: number }

/** Returns batches, newest first; `before`: only older ones. `id`: this one alone. */
export async function listBatches(
  database: Database,
  {
    id = null,
    before = null,
    limit,
  }: { id?: string | null; before?: string | null; limit: number },
): Promise<ListedBatch[]> {
  const { rows } = await sql<ListedBatch>`
    select code_batch.*, code.codes, code.used from code_batch cross join lateral (
      select count(*)::integer as codes, coalesce(sum(used), 0)::integer as used
      from gift_code where batch_id = code_batch.id
    ) as code
    where (${id}::uuid is null or id = ${id}) and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`.execute(database)
  return rows
}

/** Disables the codes of a batch; those that are stay so. `false`: there is none of this id. */
export async function disableBatch(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('code_batch')
    .set({ disabled_at: sql`coalesce(disabled_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A code with what its batch says. */
export type FoundCode = Omit<CodeBatchRow, 'id'> & { id: string; used: number }

/**
 * Returns the code with this hash. Its row is locked until the transaction ends, so that uses are
 * taken one after the other.
 */
export async function lockCode(
  transaction: Database,
  codeHash: Buffer,
): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select code_batch.*, gift_code.id, gift_code.used
    from gift_code join code_batch on code_batch.id = batch_id
    where code_hash = ${codeHash} for update of gift_code`.execute(transaction)
  return rows[0]
}

/** Counts a use of a locked code. */
export async function takeUse(transaction: Database, id: string): Promise<void> {
  await sql`update gift_code set used = used + 1 where id = ${id}`.execute(transaction)
}

/** An account's use of a code. */
export type NewRedemption = { accountId: string; codeId: string; credits: number }

/**
 * Records that an account redeemed a code. `false`: it did before, or a deleted account did that it
 * succeeds.
 */
export async function insertRedemption(
  transaction: Database,
  { accountId, codeId, credits }: NewRedemption,
): Promise<boolean> {
  const { rows: earlier } = await sql`
    select account_id from code_redemption where code_id = ${codeId}
      and account_id in (select id from account where successor_id = ${accountId}) limit 1`.execute(
    transaction,
  )
  if (earlier.length > 0) return false
  const { numAffectedRows } = await sql`
    insert into code_redemption (account_id, code_id, credits)
    values (${accountId}, ${codeId}, ${credits}) on conflict do nothing`.execute(
    onShardOf(transaction, accountId),
  )
  return numAffectedRows === 1n
}

/** Returns what an account redeemed, oldest first. */
export function listRedemptions(database: Database, accountId: string) {
  return database
    .selectFrom('code_redemption')
    .select(['code_id', 'credits', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}
