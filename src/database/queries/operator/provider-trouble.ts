import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ProviderTrouble } from '../../tables.ts'

/**
 * Notes that the provider refuses our account; no generation starts until it is cleared. `true`: it
 * is news.
 */
export async function recordTrouble(
  database: Database,
  { code, detail, probeAfter }: { code: ProviderTrouble; detail: string; probeAfter: number },
): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    insert into provider_trouble (code, detail, probe_at)
    values (${code}, ${detail}, now() + ${probeAfter} * interval '1 ms')
    on conflict (code) do update set detail = excluded.detail
    returning xmax = 0 as news`.execute(database)
  return rows[0]?.news ?? false
}

/** Why the provider refuses our account; empty when it does not. */
export function listTroubles(database: Database) {
  return database.selectFrom('provider_trouble').selectAll().orderBy('since').execute()
}

/** May this process ask whether the trouble is over? One process at a time, every `again` ms. */
export async function claimProbe(database: Database, again: number): Promise<boolean> {
  const result = await database
    .updateTable('provider_trouble')
    .set({ probe_at: sql`now() + ${again} * interval '1 ms'` })
    .where('probe_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The provider takes our work again. `true`: it did not before. */
export async function clearTroubles(database: Database): Promise<boolean> {
  const result = await database.deleteFrom('provider_trouble').executeTakeFirst()
  return result.numDeletedRows > 0n
}
