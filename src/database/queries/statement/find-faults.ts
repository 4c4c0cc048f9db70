import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { LedgerFault } from '../ledger.ts'
import { blockSize } from './seal-blocks.ts'

/** Whose statements were added up otherwise than their entries say. */
export async function findStatementFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with sealed as (
      select account_id, max(last_id) as sealed_to from statement_block group by account_id
    ), numbered as (
      select entry.*, (row_number() over (partition by account_id order by id) - 1) / ${sql.lit(blockSize)} as block
      from sealed join credit_entry entry using (account_id) where id <= sealed_to
    ), counted as (
      select account_id, block, reason, (count(*), coalesce(sum(credits) filter (where credits > 0), 0),
        coalesce(sum(credits) filter (where credits < 0), 0), min(id), max(id), min(created_at), max(created_at)) as says
      from numbered group by account_id, block, reason
    ), kept as (
      select account_id, block, reason, (entries::bigint, credits_in, credits_out, first_id, last_id, first_at,
        last_at) as says
      from statement_block
    )
    select 'statement_differs' as fault, account_id, null::uuid as generation_id,
      format('block %s, %s: kept %s, its entries say %s', block, reason, kept.says, counted.says) as detail
    from kept full join counted using (account_id, block, reason)
    where kept.says::text is distinct from counted.says::text
    limit 1000`.execute(database)
  return rows
}
