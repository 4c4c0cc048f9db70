import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'
import { type AccountSlice, within } from './account-slices.ts'
import type { LedgerFault } from './ledger-faults.ts'
import {
  type EntryFilters,
  entryColumns,
  isWanted,
  lastNumber,
  newestWanted,
  ofReason,
  type StatementEntry,
  span,
} from './statement-entries.ts'

/** A page of a statement; `offset` entries come before it. */
export type StatementOrder = EntryFilters & { offset: number; limit: number }

export type StatementPage = {
  /** Newest first. */
  entries: StatementEntry[]
  /** Of all matching entries, on all pages; `out` is 0 or below. */
  totals: { entries: number; in: number; out: number }
}

type Totals = { total: number; total_in: number; total_out: number }

/**
 * Returns a page and its totals at one moment. Of the blocks that `sealBlocks` has added up, only
 * those are scanned that the selected days cut or that contain the page.
 */
export async function findStatementPage(
  database: Database,
  order: StatementOrder,
): Promise<StatementPage> {
  const { rows } = await statement(order).execute(onShardOf(database, order.accountId))
  const [first] = rows
  return {
    entries: rows.flatMap(({ total: _, total_in: __, total_out: ___, ...entry }) =>
      entry.number === null ? [] : [entry as StatementEntry],
    ),
    totals: { entries: first?.total ?? 0, in: first?.total_in ?? 0, out: first?.total_out ?? 0 },
  }
}

/** The statement itself, for tests of its plan. */
export function statement(order: StatementOrder) {
  const { offset, limit } = order
  return sql<{ [column in keyof StatementEntry]: StatementEntry[column] | null } & Totals>`
    with ${parts(order)},
    totals as (
      select coalesce(sum(entries), 0)::bigint as total, coalesce(sum(credits_in), 0)::bigint as total_in,
        coalesce(sum(credits_out), 0)::bigint as total_out
      from part
    ), near as materialized (
      select * from (
        select first_number, last_number, entries, sum(entries) over (order by first_number desc) - entries as newer from part
      ) placed
      where newer < ${offset}::bigint + ${limit}::bigint and newer + entries > ${offset}::bigint
    ), page as (
      select ${entryColumns} from span, credit_entry entry
      where ${newestWanted(order, { first: sql`(select min(first_number) from near)`, last: sql`(select max(last_number) from near)` })}
      offset ${offset}::bigint - coalesce((select min(newer) from near), 0)::bigint limit ${limit}
    )
    select page.*, totals.* from totals left join page on true order by page.number desc`
}

/**
 * `part (first_number, last_number, entries, credits_in, credits_out)`: ranges of the ledger that do not
 * overlap, with the sums of their matching entries. Blocks wholly within the selected days use
 * their stored sums.
 */
function parts(order: StatementOrder) {
  const { accountId, reason } = order
  return sql`${span(order)},
    block as materialized (
      select min(first_number) as first_number, max(last_number) as last_number, sum(entries) as entries,
        sum(credits_in) as credits_in, sum(credits_out) as credits_out,
        bool_and(first_at >= beginning and last_at < finish) as is_whole
      from statement_block, span
      where account_id = ${accountId} ${ofReason(reason)} and last_at >= beginning and first_at < finish
      group by block
    ), stretch as (
      select first_number, last_number from block where not is_whole
      union all
      select coalesce((select last_number from statement_block where account_id = ${accountId}
        order by block desc, last_number desc limit 1), 0) + 1, ${lastNumber}
    ), part as materialized (
      select first_number, last_number, entries, credits_in, credits_out from block where is_whole
      union all
      select counted.* from span, stretch, lateral (
        select min(entry.number), max(entry.number), count(*), coalesce(sum(credits) filter (where credits > 0), 0),
          coalesce(sum(credits) filter (where credits < 0), 0)
        from credit_entry entry
        where ${isWanted(order, { first: sql`stretch.first_number`, last: sql`stretch.last_number` })}
      ) as counted (first_number, last_number, entries, credits_in, credits_out)
      where counted.entries > 0
    )`
}

/** How many entries one block adds up. */
export const blockSize = 1024

/** How many blocks are added up at a time, so that no statement takes long. */
const blocksAtOnce = 128

/**
 * Adds up the blocks that are full. An account's entries are written under the lock of its row, so
 * their numbers rise in commit order: entries below a visible one never change, and concurrent runs add
 * up the same. In order, so that two runs wait for each other instead of deadlocking.
 */
export async function sealBlocks(database: Database, accountId: string): Promise<void> {
  while ((await sealSome(database, accountId)) === blocksAtOnce) {}
}

async function sealSome(database: Database, accountId: string): Promise<number> {
  const size = sql.lit(blockSize)
  const isFresh = sql`account_id = ${accountId} and number > (select sealed_to from done)`
  const { rows } = await sql<{ blocks: number }>`
    with done as materialized (
      select coalesce(max(block) + 1, 0) as blocks, coalesce(max(last_number), 0) as sealed_to
      from statement_block where account_id = ${accountId}
    ), fresh as (
      select number, reason, credits, created_at, (row_number() over (order by number) - 1) / ${size} as ordinal
      from (
        select * from credit_entry
        where ${isFresh} and exists (select from credit_entry where ${isFresh} order by number offset ${size} - 1 limit 1)
        order by number limit ${size} * ${sql.lit(blocksAtOnce)}
      ) next
    ), counted as (
      select ordinal, reason, count(*) as entries,
        coalesce(sum(credits) filter (where credits > 0), 0) as credits_in,
        coalesce(sum(credits) filter (where credits < 0), 0) as credits_out,
        min(number) as first_number, max(number) as last_number, min(created_at) as first_at, max(created_at) as last_at
      from fresh group by ordinal, reason
    ), full_ones as (
      select ordinal from counted group by ordinal having sum(entries) = ${size}
    ), written as (
      insert into statement_block (account_id, block, reason, entries, credits_in, credits_out, first_number, last_number,
        first_at, last_at)
      select ${accountId}, blocks + ordinal, reason, entries, credits_in, credits_out, first_number, last_number, first_at,
        last_at
      from counted join full_ones using (ordinal), done
      order by ordinal, reason
      on conflict do nothing
    )
    select count(*)::int as blocks from full_ones`.execute(onShardOf(database, accountId))
  return rows[0]?.blocks ?? 0
}

/** Finds statements whose sums differ from their entries. */
export function findUnequalStatements(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with sealed as (
      select account_id, max(last_number) as sealed_to from statement_block
      where ${within(slice, 'account_id')} group by account_id
    ), numbered as (
      select entry.*, (row_number() over (partition by account_id order by number) - 1) / ${sql.lit(blockSize)} as block
      from sealed join credit_entry entry using (account_id)
      where ${within(slice, 'entry.account_id')} and number <= sealed_to
    ), counted as (
      select account_id, block, reason, (count(*), coalesce(sum(credits) filter (where credits > 0), 0),
        coalesce(sum(credits) filter (where credits < 0), 0), min(number), max(number), min(created_at), max(created_at)) as says
      from numbered group by account_id, block, reason
    ), kept as (
      select account_id, block, reason, (entries::bigint, credits_in, credits_out, first_number, last_number, first_at,
        last_at) as says
      from statement_block where ${within(slice, 'account_id')}
    )
    select 'statement_differs' as fault, account_id, null::uuid as generation_id,
      format('block %s, %s: kept %s, its entries say %s', block, reason, kept.says, counted.says) as detail
    from kept full join counted using (account_id, block, reason)
    where kept.says::text is distinct from counted.says::text
    limit 1000`,
  )
}
