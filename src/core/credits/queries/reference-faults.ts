import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'
import { type AccountSlice, within } from './account-slices.ts'
import type { LedgerFault } from './ledger-faults.ts'

/**
 * Finds rows without the account or the generation that they name. No foreign keys check these,
 * because each would lengthen every charge.
 */
export function findMissingRows(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'account_missing' as fault, account_id, null::uuid as generation_id, 'it has generations' as detail
    from generation where ${within(slice, 'account_id')}
      and not exists (select from account where id = generation.account_id) group by account_id
    union all
    select 'account_missing', account_id, null, 'it has ledger entries'
    from credit_entry where ${within(slice, 'account_id')}
      and not exists (select from account where id = credit_entry.account_id) group by account_id
    union all
    select 'generation_missing', account_id, generation_id, format('it has a ledger entry: %s', reason)
    from credit_entry where ${within(slice, 'account_id')} and generation_id is not null
      and not exists (select from generation
        where id = credit_entry.generation_id and generation.account_id = credit_entry.account_id)
    limit 1000`,
  )
}

/** Finds open generations without a job, ended ones with a job, and jobs without a generation. */
export function findJobFaults(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'open_without_job' as fault, account_id, id as generation_id, 'its status is open' as detail
    from generation where ${within(slice, 'account_id')} and status = 'open'
      and not exists (select from job where job.generation_id = id and job.account_id = generation.account_id)
    union all
    select 'job_without_open_generation', account_id, generation_id, format('its step is %s', step)
    from job where ${within(slice, 'account_id')} and not exists (select from generation
      where id = job.generation_id and generation.account_id = job.account_id and generation.status = 'open')
    limit 1000`,
  )
}

/** Finds accounts that are not found by their e-mail address or identity, and names of no account. */
export async function findNameFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with expected as materialized (
      select 'email ' || lower(email) as name, id as account_id from account
      where ${within(slice, 'id')} and deleted_at is null
      union all
      select 'identity ' || issuer || ' ' || subject, id from account
      where ${within(slice, 'id')} and deleted_at is null and issuer is not null
    )
    select 'account_name_differs' as fault, account_id, null::uuid as generation_id, 'a name is missing' as detail
    from expected where not exists (select from account_name
      where account_name.name = expected.name and account_name.account_id = expected.account_id)
    union all
    select 'account_name_differs', account_id, null, 'a name too many'
    from account_name where ${within(slice, 'account_id')} and not exists (select from expected
      where expected.name = account_name.name and expected.account_id = account_name.account_id)
      -- Further identities can be linked to an account.
      and not (account_name.name like 'identity %' and exists (select from expected
        where expected.account_id = account_name.account_id and expected.name like 'identity %'))
    limit 1000`.execute(database)
  return rows
}

/** How many requests are compared at once. */
const requestsAtOnce = 10_000

/**
 * Finds jobs of the provider whose generation does not exist, or that belong to several. Their key
 * begins with the provider's id, so they are read in its order.
 */
export async function findProviderRequestFaults(database: Database): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  for (let after = ''; ; ) {
    const last = await lastRequestOfPage(database, after)
    if (last === null) return faults
    const { rows } = await sql<LedgerFault>`
      select 'provider_request_without_generation' as fault, request.account_id, generation_id,
        format('job %s of %s', request.request_id, provider) as detail
      from provider_request request left join generation on generation.id = generation_id
        and generation.account_id = request.account_id
      where request.request_id > ${after} and request.request_id <= ${last} and generation.id is null
      union all
      select 'provider_request_repeated', min(account_id::text)::uuid, null,
        format('job %s of %s has %s generations', request_id, provider, count(*))
      from provider_request where request_id > ${after} and request_id <= ${last}
      group by request_id, provider having count(*) > 1
      limit 1000`.execute(database)
    faults.push(...rows)
    after = last
  }
}

async function lastRequestOfPage(database: Database, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(request_id) as last from (
      select request_id from provider_request where request_id > ${after}
      order by request_id limit ${requestsAtOnce}
    ) page`.execute(database)
  return rows[0]?.last ?? null
}
