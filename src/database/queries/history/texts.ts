import { sql } from 'kysely'
import { separator } from '#domain/search-filter.ts'
import type { Database } from '../../database.ts'
import { blockSize, type History } from './bits.ts'

export type Block = History & { block: number }

/** The position of a walk through all blocks; `null`: its beginning. */
export type Place = Block | null

/** How many records of a block may be read one by one. */
const gatherThreshold = sql.lit(64)

/**
 * Returns the unsealed blocks among the next `limit` of a walk that have many records since they
 * were gathered, or were never gathered, and where to continue.
 */
export async function findBlocksToGather(
  database: Database,
  { after, limit }: { after: Place; limit: number },
): Promise<{ blocks: Block[]; next: Place }> {
  const { rows } = await sql<Block & { due: boolean }>`
    select account_id as "accountId", kind, block, 
      bit_count(live << coalesce(below - block * ${blockSize}, 0)) >= ${gatherThreshold} as due
    from history_block left join history_text using (account_id, kind, block)
    where not is_sealed and (account_id, kind, block) > (${after?.accountId ?? firstId}::uuid, ${after?.kind ?? ''}::text,
      ${after?.block ?? 0}::int)
    order by account_id, kind, block limit ${limit}`.execute(database)
  const [blocks, last] = [rows.filter(({ due }) => due), rows.at(-1)]
  return { blocks, next: rows.length < limit || !last ? null : last }
}

const firstId = '00000000-0000-0000-0000-000000000000'

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
      select coalesce(min(number) filter (where status in ('pending', 'processing')), max(number) + 1) as below,
        count(*) as records
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
    select exists (select from kept) as gathered`.execute(database)
  return rows[0]?.gathered ?? false
}
