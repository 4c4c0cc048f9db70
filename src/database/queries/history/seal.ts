import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { keptBeginning } from '#domain/search-filter.ts'
import type { Database } from '../../database.ts'
import type { Tables } from '../../tables.ts'
import { bitsOfNumbers, blockSize, type History } from './bits.ts'

export type Block = History & { block: number }

const isDone = sql`is_full and not exists (
  select from generation
  where generation.account_id = history_block.account_id and generation.kind = history_block.kind
    and number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1
    and status in ('pending', 'processing'))`

/**
 * Returns unsealed blocks in which nothing changes any more except deletions, favourites and
 * refunds.
 */
export async function findBlocksToSeal(database: Database, limit: number): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select account_id as "accountId", kind, block from history_block
    where not is_sealed and ${isDone} limit ${limit}`.execute(database)
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
    select exists (select from sealed) as sealed`.execute(database)
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
