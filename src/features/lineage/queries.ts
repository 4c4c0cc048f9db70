import { sql } from 'kysely'
import type { StartingPart } from '#core/generations/queries/start-additions.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    lineage: LineageTable
  }
}

/**
 * That a generation of the account was made from another one of it: it repeats it, or has a result
 * of it among its inputs. It stays when either is deleted.
 */
type LineageTable = {
  child_id: string
  parent_id: string
  account_id: string
  source: 'repeat' | 'input'
}

/** That a generation repeats another one, or that a result of it is among its inputs. */
export type LineageLink = Omit<Tables['lineage'], 'account_id'>

type Ends = { accountId: string; ids: readonly string[]; limit: number }

/**
 * Returns the links to what these generations were made from. Records from before links were stored
 * have those to what they repeat.
 */
export async function findParents(
  database: Database,
  { accountId, ids, limit }: Ends,
): Promise<LineageLink[]> {
  const { rows } = await sql<LineageLink>`
    select child_id, parent_id, source from lineage
    where account_id = ${accountId} and child_id = any(${ids}::uuid[])
    union all
    select child.id, parent.id, 'repeat' from generation child
      join generation parent on parent.id = child.parent_id and parent.account_id = child.account_id
    where child.account_id = ${accountId} and child.id = any(${ids}::uuid[]) and not exists (
      select from lineage where account_id = child.account_id and child_id = child.id and parent_id = parent.id)
    order by child_id, parent_id limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}

/** Returns the links to what was made from these generations, the newest first. */
export async function findChildren(
  database: Database,
  { accountId, ids, limit }: Ends,
): Promise<LineageLink[]> {
  const { rows } = await sql<LineageLink>`
    select child_id, parent_id, source from lineage
    where account_id = ${accountId} and parent_id = any(${ids}::uuid[])
    order by child_id desc, parent_id limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}

/** Returns the stored links of these generations to what they were made from. */
export function listParents(
  database: Database,
  accountId: string,
  ids: string[],
): Promise<LineageLink[]> {
  return database
    .selectFrom('lineage')
    .select(['child_id', 'parent_id', 'source'])
    .where('account_id', '=', accountId)
    .where('child_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('parent_id')
    .execute()
}

/** Deletes up to `limit` of the account's links. Returns how many there were. */
export async function deleteLineage(
  database: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from lineage where account_id = ${accountId} and (child_id, parent_id) in (
      select child_id, parent_id from lineage where account_id = ${accountId} limit ${limit})`.execute(
    onShardOf(database, accountId),
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * What a generation was made from, within its account: what it repeats, and whose results are its
 * inputs. A copy of an input has the file of the result that it once was.
 */
export const linkToSources: StartingPart = {
  name: 'links',
  write: ({ hasInputs, parentId }) => {
    if (!hasInputs && !parentId) return null
    const ofInputs = sql`
        union all
        select result.generation_id, 'input' from made, sources
          join media result on result.storage_key = sources.storage_key and result.account_id = sources.account_id
        where sources.account_id = made.account_id and result.role <> 'input' and result.generation_id is not null`
    return sql`
      insert into lineage (child_id, parent_id, account_id, source)
      select made.id, origin.id, made.account_id, min(origin.source)::lineage_source
      from made, (
        select generation.id, 'repeat' as source from made
          join generation on generation.id = made.parent_id and generation.account_id = made.account_id
        ${hasInputs ? ofInputs : sql``}
      ) origin
      group by made.id, origin.id, made.account_id`
  },
}
