import { sql } from 'kysely'
import { type AccountSlice, within } from '#core/credits/queries/account-slices.ts'
import type { LedgerFault } from '#core/credits/queries/ledger-faults.ts'
import type { Database } from '#platform/database/database.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'
import { bitsOf, blockSize, partSize } from './bits.ts'

/**
 * Finds histories whose blocks differ from their records: every finished block of an account is
 * compared, in one statement and so at one moment.
 */
export function findBlockFaults(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with counted as (
      select account_id, kind, number / ${blockSize} as block,
        ${bitsOf(sql`deleted_at is null`)} as live,
        ${bitsOf(sql`deleted_at is null and is_favorite`)} as favorites,
        coalesce(sum(price - refunded) filter (where deleted_at is null), 0) as credits,
        min(created_at) as first_at, max(created_at) as last_at
      from generation where ${within(slice, 'account_id')} group by account_id, kind, number / ${blockSize}
    ), newest as (
      select account_id, kind, max(block) as newest_block from history_block
      where ${within(slice, 'account_id')} group by account_id, kind
    ), kept as (
      select history_block.*, block >= (account.last_number + 1) / ${blockSize} as is_unfinished
      from history_block join account on account.id = account_id
      where ${within(slice, 'account_id')} and ${within(slice, 'account.id')}
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
    limit 1000`,
  )
}

/** Finds histories whose parts differ from the sum of their blocks, or are missing in between. */
export function findPartFaults(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with counted as (
      select account_id, kind, block / ${partSize} as part, sum(bit_count(live)) as records,
        sum(bit_count(favorites)) as favorites, sum(credits) as credits
      from history_block where ${within(slice, 'account_id')} group by account_id, kind, block / ${partSize}
    ), kept as (
      select * from history_part where ${within(slice, 'account_id')}
    ), last as (
      select account_id, kind, max(part) as newest from kept group by account_id, kind
    )
    select 'history_part_differs' as fault, account_id, null::uuid as generation_id,
      format('%s part %s: kept %s, its blocks say %s', kind, part,
        (kept.records, kept.favorites, kept.credits), (counted.records, counted.favorites, counted.credits)) as detail
    from kept full join counted using (account_id, kind, part) join last using (account_id, kind)
    where (kept.part is not null or counted.part < newest)
      and (kept.records, kept.favorites, kept.credits) is distinct from (counted.records, counted.favorites, counted.credits)
    limit 1000`,
  )
}

/** Finds histories whose records are not numbered from 1 without a gap. */
export function findNumberFaults(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'numbers_differ' as fault, account.id as account_id, null::uuid as generation_id,
      format('last number %s, %s records, the highest %s', last_number, count(number), max(number)) as detail
    from account left join generation on generation.account_id = account.id
    where ${within(slice, 'account.id')}
    group by account.id, last_number having last_number <> count(distinct number) or last_number <> coalesce(max(number), 0)
    limit 1000`,
  )
}
