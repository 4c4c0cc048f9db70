import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { LedgerFault } from '../ledger.ts'
import { bitsOf, bitsOfNumbers, blockSize, emptyBits, partSize } from './bits.ts'
import { keptTerms } from './seal.ts'
import { gatheredText } from './texts.ts'

/**
 * Finds histories whose blocks differ from their records: every finished block is compared, in one
 * statement and so at one moment.
 */
export async function findBlockFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with counted as (
      select account_id, kind, number / ${blockSize} as block,
        ${bitsOf(sql`deleted_at is null`)} as live,
        ${bitsOf(sql`deleted_at is null and is_favorite`)} as favorites,
        coalesce(sum(price - refunded) filter (where deleted_at is null), 0) as credits,
        min(created_at) as first_at, max(created_at) as last_at
      from generation group by account_id, kind, number / ${blockSize}
    ), newest as (
      select account_id, kind, max(block) as newest_block from history_block group by account_id, kind
    ), kept as (
      select history_block.*, block >= (account.last_number + 1) / ${blockSize} as is_unfinished
      from history_block join account on account.id = account_id
    )
    select fault, account_id, null::uuid as generation_id,
      format('%s block %s: kept %s, its records say %s', kind, block, kept_value, counted_value) as detail
    from counted full join kept using (account_id, kind, block)
      join newest using (account_id, kind), lateral (values
      ('history_records_differ', kept.live <> counted.live, bit_count(kept.live), bit_count(counted.live)),
      ('history_favorites_differ', kept.favorites <> counted.favorites, bit_count(kept.favorites), bit_count(counted.favorites)),
      ('history_credits_differ', kept.credits <> counted.credits, kept.credits, counted.credits),
      ('history_times_differ', (kept.first_at, kept.last_at) <> (counted.first_at, counted.last_at),
        extract(epoch from kept.first_at)::bigint, extract(epoch from counted.first_at)::bigint),
      ('history_block_missing', kept.account_id is null and block < newest_block, null, bit_count(counted.live)),
      ('history_block_without_records', counted.account_id is null, bit_count(kept.live), null),
      ('history_block_unfinished', is_unfinished, bit_count(kept.live), null)
    ) as checked (fault, is_wrong, kept_value, counted_value)
    where is_wrong
    limit 1000`.execute(database)
  return rows
}

/** Finds histories whose parts differ from the sum of their blocks, or are missing in between. */
export async function findPartFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with counted as (
      select account_id, kind, block / ${partSize} as part, sum(bit_count(live)) as records,
        sum(bit_count(favorites)) as favorites, sum(credits) as credits
      from history_block group by account_id, kind, block / ${partSize}
    ), last as (
      select account_id, kind, max(part) as newest from history_part group by account_id, kind
    )
    select 'history_part_differs' as fault, account_id, null::uuid as generation_id,
      format('%s part %s: kept %s, its blocks say %s', kind, part,
        (kept.records, kept.favorites, kept.credits), (counted.records, counted.favorites, counted.credits)) as detail
    from history_part kept full join counted using (account_id, kind, part) join last using (account_id, kind)
    where (kept.part is not null or counted.part < newest)
      and (kept.records, kept.favorites, kept.credits) is distinct from (counted.records, counted.favorites, counted.credits)
    limit 1000`.execute(database)
  return rows
}

/** Finds histories whose records are not numbered from 1 without a gap. */
export async function findNumberFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'numbers_differ' as fault, account.id as account_id, null::uuid as generation_id,
      format('last number %s, %s records, the highest %s', last_number, count(number), max(number)) as detail
    from account left join generation on generation.account_id = account.id
    group by account.id having last_number <> count(distinct number) or last_number <> coalesce(max(number), 0)
    limit 1000`.execute(database)
  return rows
}

/**
 * Finds sealed blocks whose stored terms differ from their records': `count` random blocks are
 * sealed again and compared. The terms of deleted records are ignored, as they may be gone.
 */
export async function findSealFaults(database: Database, count: number): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with chosen as materialized (
      select account_id, kind, block, live from history_block where is_sealed order by random() limit ${count}
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
    limit 1000`.execute(database)
  return rows
}

/**
 * Finds blocks whose gathered words differ from their records', or are incomplete: some random
 * ones.
 */
export async function findTextFaults(database: Database, count: number): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with chosen as materialized (
      select account_id, kind, block, below, numbers, texts
      from history_text left join history_block using (account_id, kind, block)
      where is_sealed is not true order by random() limit ${count}
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
    limit 1000`.execute(database)
  return rows
}
