import { sql } from 'kysely'
import type { LedgerFault } from '#core/credits/queries/ledger-faults.ts'
import type { Database } from '#platform/database/database.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'
import { bitsOfNumbers, blockSize, emptyBits } from './bits.ts'
import { keptTerms } from './seal.ts'
import { gatheredText } from './texts.ts'

/**
 * Finds sealed blocks whose stored terms differ from their records': `count` random blocks are
 * sealed again and compared. The terms of deleted records are ignored, as they may be gone.
 */
export async function findSealFaults(database: Database, count: number): Promise<LedgerFault[]> {
  const { rows } = await sql<Block>`
    select account_id, kind, block from history_block where is_sealed order by random() limit ${count}`.execute(
    database,
  )
  return compareInTurn(rows, (some) => compareTerms(database, some))
}

/** One statement compares so few blocks that its snapshot is short. */
const blocksAtOnce = 4

async function compareInTurn(
  blocks: Block[],
  compare: (some: Block[]) => Promise<LedgerFault[]>,
): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  for (let start = 0; start < blocks.length; start += blocksAtOnce)
    faults.push(...(await compare(blocks.slice(start, start + blocksAtOnce))))
  return faults
}

type Block = { account_id: string; kind: string; block: number }

function blockKeys(blocks: Block[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb)
    as chosen_key (account_id uuid, kind text, block integer)`
}

function compareTerms(database: Database, blocks: Block[]): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with chosen as materialized (
      select account_id, kind, block, live from history_block join ${blockKeys(blocks)} using (account_id, kind, block)
      where is_sealed
    ), expected as materialized (
      select account_id, kind, block, term, ${bitsOfNumbers} as bits
      from chosen cross join lateral (
        select number, term from generation, ${keptTerms}
        where account_id = chosen.account_id and kind = chosen.kind
          and number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1
        offset 0
      ) record
      group by account_id, kind, block, term
    ), kept as materialized (
      select * from history_term where (account_id, kind, block) in (select account_id, kind, block from chosen)
    )
    select 'history_terms_differ' as fault, account_id, null::uuid as generation_id,
      format('%s block %s: %s terms, the first %s', kind, block, count(*), min(term)) as detail
    from expected full join kept using (account_id, kind, block, term) join chosen using (account_id, kind, block)
    where coalesce(expected.bits, ${emptyBits}) & live <> coalesce(kept.bits, ${emptyBits}) & live
    group by account_id, kind, block
    limit 1000`,
  )
}

/**
 * Finds blocks whose gathered words differ from their records', or are incomplete: some random
 * ones.
 */
export async function findTextFaults(database: Database, count: number): Promise<LedgerFault[]> {
  const { rows } = await sql<Block>`
    select account_id, kind, block from history_text left join history_block using (account_id, kind, block)
    where is_sealed is not true order by random() limit ${count}`.execute(database)
  return compareInTurn(rows, (some) => compareTexts(database, some))
}

function compareTexts(database: Database, blocks: Block[]): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with chosen as materialized (
      select account_id, kind, block, below, numbers, texts
      from history_text join ${blockKeys(blocks)} using (account_id, kind, block)
        left join history_block using (account_id, kind, block)
      where is_sealed is not true
    ), kept as (
      select account_id, kind, block, number, content from chosen, unnest(numbers, texts) as gathered (number, content)
    ), expected as (
      select chosen.account_id, chosen.kind, block, record.number, content from chosen cross join lateral (
        select number, ${gatheredText} as content from generation
        where account_id = chosen.account_id and kind = chosen.kind and number >= block * ${blockSize} and number < below
        offset 0
      ) record
    )
    select 'history_texts_differ' as fault, account_id, null::uuid as generation_id,
      format('%s block %s: %s records, the first %s', kind, block, count(*), min(number)) as detail
    from kept full join expected using (account_id, kind, block, number)
    where kept.content is distinct from expected.content
    group by account_id, kind, block
    limit 1000`,
  )
}
