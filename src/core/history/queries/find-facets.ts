import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { emptyBits, type History, isOf, openRecords } from './bits.ts'

/**
 * Returns the facets (`#model:flux-dev`) and tags of a history's records, each once, in no order.
 * Sealed blocks store their facets in order: an index skip scan finds each next one, however many
 * records have it.
 */
export async function findFacets(
  database: Database,
  history: History,
): Promise<{ facets: string[]; tags: string[] }> {
  const kept = sql`history_term where ${isOf(history)}`
  const { rows } = await sql<{ facets: string[]; tags: string[] }>`
    with recursive kept (facet) as (
      select (select term from ${kept} and ${isFacet} order by term limit 1)
      union all
      select (select term from ${kept} and ${isFacet} and term > facet order by term limit 1)
      from kept where facet is not null
    ), facet as (
      select facet from kept where exists (
        select from history_term join history_block using (account_id, kind, block)
        where ${isOf(history)} and term = facet and live & bits <> ${emptyBits})
      union
      select term from ${openRecords(history, { withGathered: true })}, unnest(terms) as term where ${isFacet}
    )
    select array(select facet from facet) as facets, array(
      select distinct tag from generation_tag join generation using (account_id, kind, number)
      where ${isOf(history)} and deleted_at is null) as tags`.execute(
    onShardOf(database, history.accountId),
  )
  return rows[0] ?? { facets: [], tags: [] }
}

/** Facets begin with a character that no word contains. */
const isFacet = sql`term >= '#' and term < '$'`
