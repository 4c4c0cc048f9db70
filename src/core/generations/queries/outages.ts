import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ProviderOutage } from '../tables.ts'

/** A provider's rejection of our account. */
type ProviderRejection = { provider: string; code: ProviderOutage; detail: string }

/**
 * Records that a provider rejects our account; none of its models starts until it is cleared.
 * `probeAfter` in ms. `true`: it was not recorded before.
 */
export async function recordProviderOutage(
  database: Database,
  { provider, code, detail, probeAfter }: ProviderRejection & { probeAfter: number },
): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    insert into provider_outage (provider, code, detail, probe_at)
    values (${provider}, ${code}, ${detail}, now() + ${probeAfter} * interval '1 ms')
    on conflict (provider, code) do update set detail = excluded.detail
    returning xmax = 0 as news`.execute(database)
  return rows[0]?.news ?? false
}

/** Returns why providers reject our accounts; empty when none does. */
export function listProviderOutages(database: Database) {
  return database.selectFrom('provider_outage').selectAll().orderBy('since').execute()
}

/**
 * Returns the providers that this process should probe now: one process at a time, every `again`
 * ms.
 */
export async function claimProviderProbes(database: Database, again: number): Promise<string[]> {
  const rows = await database
    .updateTable('provider_outage')
    .set({ probe_at: sql`now() + ${again} * interval '1 ms'` })
    .where('probe_at', '<=', sql<Date>`now()`)
    .returning('provider')
    .execute()
  return [...new Set(rows.map(({ provider }) => provider))]
}

/** Clears a provider's outages. `true`: there was one. */
export async function clearProviderOutages(database: Database, provider: string): Promise<boolean> {
  const result = await database
    .deleteFrom('provider_outage')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Records that storage is unavailable; no generation starts until it is cleared. `true`: it was not
 * recorded before.
 */
export async function recordStorageOutage(
  database: Database,
  { detail, probeAfter }: { detail: string; probeAfter: number },
): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    insert into storage_outage (detail, probe_at)
    values (${detail}, now() + ${probeAfter} * interval '1 ms')
    on conflict (singleton) do update set detail = excluded.detail
    returning xmax = 0 as news`.execute(database)
  return rows[0]?.news ?? false
}

/** Returns the current storage outage, if any. */
export function findStorageOutage(database: Database) {
  return database
    .selectFrom('storage_outage')
    .select(['detail', 'since', 'probe_at'])
    .executeTakeFirst()
}

/** Returns the outage that prevents every start with these providers now, if any. */
export async function findOutage(
  database: Database,
  providers: readonly string[],
): Promise<'provider_unavailable' | 'storage_unavailable' | null> {
  const { rows } = await sql<{ providers: number; storage: boolean }>`
    select (select count(distinct provider)::int from provider_outage where provider in (${sql.join(providers)})) as providers,
      exists (select from storage_outage) as storage
  `.execute(database)
  if (rows[0]?.providers === new Set(providers).size) return 'provider_unavailable'
  return rows[0]?.storage ? 'storage_unavailable' : null
}

/** Whether this process should probe storage now: one process at a time, every `pause` ms. */
export async function claimStorageProbe(database: Database, pause: number): Promise<boolean> {
  const result = await database
    .updateTable('storage_outage')
    .set({ probe_at: sql`now() + ${pause} * interval '1 ms'` })
    .where('probe_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Ends the outage: generations that wait for storage are due now. `true`: there was one. In a
 * transaction, so that nothing stays delayed by an outage that is over.
 */
export async function clearStorageOutage(transaction: Database): Promise<boolean> {
  const cleared = await transaction.deleteFrom('storage_outage').executeTakeFirst()
  if (cleared.numDeletedRows === 0n) return false
  await sql`
    update job set next_step_at = now()
    where step = 'store' and next_step_at > now() and (lease_until is null or lease_until < now())`.execute(
    transaction,
  )
  return true
}
