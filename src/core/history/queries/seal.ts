import { type Kysely, sql } from 'kysely'
import { type Database, unlessLocked } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'
import { keptBeginning } from '../search-filter-rules.ts'
import {
  type Block,
  bitsOf,
  bitsOfNumbers,
  blockSize,
  type History,
  isOf,
  newestFrom,
} from './bits.ts'

/** How many blocks are written at a time, so that few records are locked. */
const blocksAtOnce = sql.lit(8)

/**
 * Writes the next finished blocks of a history, those whose numbers are all given. Returns how
 * many; `null`: one of their records is being changed. The records are locked meanwhile, so that a
 * change is either counted here or changes the block itself (a trigger).
 */
export async function writeBlocks(database: Database, history: History): Promise<number | null> {
  const result = await unlessLocked(
    sql<{ blocks: number }>`
    with numbers as materialized (
      select first, least(first + ${blocksAtOnce} * ${blockSize}, (last_number + 1) / ${blockSize} * ${blockSize}) as below
      from account, lateral (
        select number / ${blockSize} * ${blockSize} as first from generation
        where ${isOf(history)} and number >= ${newestFrom(history)} order by number limit 1
      ) next
      where id = ${history.accountId}
    ), written as (
      insert into history_block (account_id, kind, block, live, favorites, credits, first_at, last_at)
      select ${history.accountId}, ${history.kind}, number / ${blockSize}, ${bitsOf(sql`deleted_at is null`)},
        ${bitsOf(sql`deleted_at is null and is_favorite`)},
        coalesce(sum(price - refunded) filter (where deleted_at is null), 0), min(created_at), max(created_at)
      from (
        select number, deleted_at, is_favorite, price, refunded, created_at from generation
        where ${isOf(history)} and number >= (select first from numbers) and number < (select below from numbers)
        for share nowait
      ) locked
      group by number / ${blockSize}
      on conflict do nothing
      returning block
    )
    select count(*)::int as blocks from written`.execute(onShardOf(database, history.accountId)),
  )
  return result && (result.rows[0]?.blocks ?? 0)
}

const isDone = sql`not exists (
  select from generation
  where generation.account_id = history_block.account_id and generation.kind = history_block.kind
    and number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1
    and status = 'open')`

/**
 * Returns the account's unsealed finished blocks, and whether all of their records have ended: then
 * nothing changes any more in them except deletions, favourites and refunds.
 */
export async function findUnsealedBlocks(
  database: Database,
  accountId: string,
): Promise<(Block & { isDone: boolean })[]> {
  const { rows } = await sql<Block & { isDone: boolean }>`
    select account_id as "accountId", kind, block, ${isDone} as "isDone" from history_block
    where account_id = ${accountId} and not is_sealed`.execute(onShardOf(database, accountId))
  return rows
}

/**
 * Seals a block, in one statement: stores its terms, which searches use from now on. `false`: it
 * was sealed meanwhile. Only the block's row is locked, so only concurrent deletions and marks of
 * its records wait.
 */
export async function sealBlock(
  database: Kysely<Tables>,
  { accountId, kind, block }: Block,
): Promise<boolean> {
  const { rows } = await sql<{ sealed: boolean }>`
    with sealed as (
      update history_block set is_sealed = true
      where account_id = ${accountId} and kind = ${kind} and block = ${block} and not is_sealed and ${isDone}
      returning account_id, kind, block
    ), gathered as (
      delete from history_text using sealed
      where (history_text.account_id, history_text.kind, history_text.block) = (sealed.account_id, sealed.kind, sealed.block)
    ), kept as (
      insert into history_term (account_id, kind, term, block, bits)
      select account_id, kind, term, block, ${bitsOfNumbers}
      from sealed join generation using (account_id, kind), ${keptTerms}
      where number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1
      group by account_id, kind, term, block
    )
    select exists (select from sealed) as sealed`.execute(onShardOf(database, accountId))
  return rows[0]?.sealed ?? false
}

/**
 * `kept (term)`, beside a row: facets, its status too; of words the prefixes, and the whole word
 * when it is longer.
 */
export const keptTerms = sql`lateral (
  select '#status:' || status as term
  union all select term from unnest(terms) as term where term like '#%' or char_length(term) > ${sql.lit(keptBeginning)}
  union all select left(term, length)
    from unnest(terms) as term, generate_series(1, ${sql.lit(keptBeginning)}) as length
    where term not like '#%' and length <= char_length(term)
) kept`
