import { sql } from 'kysely'
import { type AccountSlice, within } from '#core/credits/queries/account-slices.ts'
import type { LedgerFault } from '#core/credits/queries/ledger-faults.ts'
import type { Database } from '#platform/database/database.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'

/** Finds redemptions of gift codes without a ledger entry of the same credits, and the reverse. */
export function findRedemptionFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'redemption_differs' as fault, coalesce(entry.account_id, redemption.account_id) as account_id,
      null::uuid as generation_id, format('code %s: redeemed %s, entries say %s',
        coalesce(entry.code_id, redemption.code_id), coalesce(redemption.credits, 0), coalesce(entry.credits, 0)) as detail
    from (
      select account_id, code_id, sum(credits) as credits from credit_entry
      where ${within(slice, 'account_id')} and code_id is not null group by account_id, code_id
    ) as entry
    full join (select * from code_redemption where ${within(slice, 'account_id')}) as redemption
      on redemption.account_id = entry.account_id and redemption.code_id = entry.code_id
    where entry.credits is distinct from redemption.credits
    limit 1000`,
  )
}

/** Finds gift codes whose number of uses is not that of their redemptions. */
export async function findCodeFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with redeemed as materialized (
      select code_id, count(*) as uses, min(account_id::text)::uuid as account_id from code_redemption group by code_id
    )
    select 'code_uses_differ' as fault, account_id, null::uuid as generation_id,
      format('code %s: used %s times, redemptions say %s', coalesce(id, code_id), coalesce(used, 0), coalesce(redeemed.uses, 0)) as detail
    from gift_code full join redeemed on code_id = id
    where coalesce(used, 0) <> coalesce(redeemed.uses, 0)
    limit 1000`.execute(database)
  return rows
}
