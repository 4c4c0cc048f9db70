import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { separator } from '../search-filter-rules.ts'
import { type Block, blockSize, type History, isOf, unsealedBlocks } from './bits.ts'

/** How many records of a block may be read one by one. */
const gatherThreshold = sql.lit(64)

/**
 * Returns the unsealed blocks of a history that have many records since they were gathered, or were
 * never gathered.
 */
export async function findBlocksToGather(database: Database, history: History): Promise<Block[]> {
  const { rows } = await sql<{ block: number }>`
    select block from ${unsealedBlocks(history)}
      left join (select block, below from history_text where ${isOf(history)}) gathered using (block)
    where ${gatherThreshold} <= (
      select count(*) from generation
      where ${isOf(history)} and number >= coalesce(below, block * ${blockSize})
        and number < (block + 1) * ${blockSize})
    order by block`.execute(onShardOf(database, history.accountId))
  return rows.map(({ block }) => ({ ...history, block }))
}

const mark = sql.lit(separator)

/** A record's terms as one text: much faster to search than one by one. */
export const ownText = sql`${mark} || array_to_string(terms, ${mark}) || ${mark}`

/** The gathered text of a record: its terms, and its status as one more. */
export const gatheredText = sql`${ownText} || '#status:' || status || ${mark}`

/**
 * Gathers a block's records up to the first that has not ended. `false`: one of them is losing its
 * words now. The records are locked meanwhile, with the weakest lock, so that removed words are not
 * gathered again.
 */
export async function gatherBlock(
  database: Database,
  { accountId, kind, block }: Block,
): Promise<boolean> {
  const { rows } = await sql<{ gathered: boolean }>`
    with bounds as (
      select coalesce(min(number) filter (where status = 'open'), max(number) + 1) as below
      from generation
      where account_id = ${accountId} and kind = ${kind}
        and number between ${block}::int * ${blockSize} and ${block}::int * ${blockSize} + ${blockSize} - 1
    ), held as (
      select number, terms, status from generation
      where account_id = ${accountId} and kind = ${kind}
        and number >= ${block}::int * ${blockSize} and number < (select below from bounds)
      for key share skip locked
    ), gathered as (
      select array_agg(number) as numbers, array_agg(${gatheredText}) as texts from held
    ), kept as (
      insert into history_text (account_id, kind, block, below, numbers, texts)
      select ${accountId}::uuid, ${kind}::text, ${block}::int, below, numbers, texts from bounds, gathered
      where cardinality(numbers) = (
        select count(*) from generation where account_id = ${accountId} and kind = ${kind}
          and number >= ${block}::int * ${blockSize} and number < below)
      on conflict (account_id, kind, block) do update
      set below = excluded.below, numbers = excluded.numbers, texts = excluded.texts
      returning true
    )
    select exists (select from kept) as gathered`.execute(onShardOf(database, accountId))
  return rows[0]?.gathered ?? false
}
