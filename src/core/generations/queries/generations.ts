import { sql } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { GenerationRow } from '../tables.ts'

/**
 * Returns the account's generation with this id, or nothing (another account's, or deleted).
 */
export function findGeneration(
  database: Database,
  accountId: string,
  id: string,
): Promise<GenerationRow | undefined> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns the account's generation with this idempotency key, also a deleted one: it was paid for.
 */
export function findByRequestId(database: Database, accountId: string, requestId: string) {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Returns several of the account's generations, deleted ones included. */
export function findGenerations(
  database: Database,
  accountId: string,
  ids: string[],
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute()
}

/** The account's open generations, newest first and at most `limit` of them, and how many there are. */
export async function findOpen(
  database: Database,
  accountId: string,
  limit: number,
): Promise<{ rows: GenerationRow[]; total: number }> {
  const open = database
    .selectFrom('generation_with_job')
    .where('account_id', '=', accountId)
    .where('step', 'is not', null)
    .where('deleted_at', 'is', null)
  const rows = await open.selectAll().orderBy('id', 'desc').limit(limit).execute()
  if (rows.length < limit) return { rows, total: rows.length }
  const { total } = await open
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** A page of one kind of an account's generations, after one of them by its id. */
export type NumberedPage = {
  accountId: string
  kind: Kind
  order: 'asc' | 'desc'
  after?: string | undefined
  limit: number
}

/**
 * Returns an account's generations of a kind by their numbers; none after an id that is not one of
 * its generations.
 */
export function findNumbered(
  database: Database,
  { accountId, kind, order, after, limit }: NumberedPage,
): Promise<GenerationRow[]> {
  const page = database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('number', order)
    .limit(limit)
  if (after === undefined) return page.execute()
  return page
    .where('number', order === 'asc' ? '>' : '<', (query) =>
      query
        .selectFrom('generation')
        .select('number')
        .where('id', '=', after)
        .where('account_id', '=', accountId),
    )
    .execute()
}

/** Makes a generation public or private. */
export async function updateVisibility(
  database: Database,
  accountId: string,
  id: string,
  isPublic: boolean,
): Promise<GenerationRow | undefined> {
  const { numUpdatedRows } = await onShardOf(database, accountId)
    .updateTable('generation')
    .set({ is_public: isPublic, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? findGeneration(database, accountId, id) : undefined
}

const samplePrefix = 'sample-'

/** The request id of sample data, by which figures leave it out. */
export const sampleName = (id: string) => samplePrefix + id

/** Generations that are no sample data. */
export const isNoSampleData = sql<boolean>`not (is_sample and starts_with(request_id, ${sql.lit(samplePrefix)}))`

/** Moves a record back by whole days, for sample data, which has no price. */
export async function backdate(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
  days: number,
): Promise<void> {
  const before = sql`generation.created_at - ${days} * interval '1 day'`
  await sql`
    update generation set created_at = ${before}, started_at = ${before} + interval '1 s',
      completed_at = ${before} + interval '4 s'
    where id = ${id} and account_id = ${accountId}`.execute(onShardOf(database, accountId))
}

/**
 * Sets or clears the favourite mark of the account's generation of this kind, and writes its tags
 * if given.
 */
export async function updateFavorite(
  database: Database,
  {
    accountId,
    kind,
    id,
    isFavorite,
    tags,
  }: { accountId: string; kind: Kind; id: string; isFavorite: boolean; tags: string[] | undefined },
): Promise<GenerationRow | undefined> {
  const { numUpdatedRows } = await onShardOf(database, accountId)
    .updateTable('generation')
    .set({ is_favorite: isFavorite, ...(tags && { tags }), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? findGeneration(database, accountId, id) : undefined
}

/**
 * Returns an account's generations that changed at a moment (ms since 1970) or later, in the order
 * of their changes, at most `limit`.
 */
export async function findChangedSince(
  database: Database,
  accountId: string,
  { since, limit }: { since: number; limit: number },
): Promise<GenerationRow[]> {
  const moment = sql`to_timestamp(${since} / 1000.0)`
  const { rows } = await sql<GenerationRow>`
    select changed.* from (
      select id from (
        select id, updated_at from generation
        where account_id = ${accountId} and status <> 'open' and updated_at >= ${moment}
        order by updated_at limit ${limit}
      ) ended
      union all
      select generation_id from job where account_id = ${accountId}
    ) recent join generation_with_job changed on changed.id = recent.id and changed.account_id = ${accountId}
    where changed.updated_at >= ${moment}
    order by changed.updated_at, changed.id limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}

/** Changes of records; absent fields are not changed. */
export type RecordChange = {
  isFavorite?: boolean | undefined
  isPublic?: boolean | undefined
  addTags?: readonly string[] | undefined
  removeTags?: readonly string[] | undefined
}

type Update = {
  accountId: string
  kind: Kind
  ids: readonly string[]
  change: RecordChange
  maxTags: number
}

/**
 * Changes those of these records that are the account's, of this kind and not deleted. Returns the
 * ids of those that differ now; one that would have more than `maxTags` tags is not changed.
 */
export async function updateSelected(
  database: Database,
  { accountId, kind, ids, change, maxTags }: Update,
): Promise<string[]> {
  const { isFavorite = null, isPublic = null, addTags = [], removeTags = [] } = change
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select id, coalesce(${isFavorite}::boolean, is_favorite) as is_favorite,
        coalesce(${isPublic}::boolean, is_public) as is_public,
        array(select tag from unnest(tags) with ordinality as own (tag, place)
          where tag <> all (${removeTags}::text[]) order by place)
        || array(select tag from unnest(${addTags}::text[]) as added (tag) where tag <> all (tags)) as tags
      from generation
      where id = any (${ids}::uuid[]) and account_id = ${accountId} and kind = ${kind} and deleted_at is null
    )
    update generation set is_favorite = wanted.is_favorite, is_public = wanted.is_public, tags = wanted.tags,
      updated_at = clock_timestamp()
    from wanted
    where generation.id = wanted.id and generation.id = any (${ids}::uuid[]) and account_id = ${accountId}
      and deleted_at is null and cardinality(wanted.tags) <= ${maxTags}
      and (generation.is_favorite, generation.is_public, generation.tags)
        is distinct from (wanted.is_favorite, wanted.is_public, wanted.tags)
    returning generation.id`.execute(onShardOf(database, accountId))
  return rows.map(({ id }) => id)
}

/** Whether the result of a generation of any account was removed. */
export async function isRemoved(database: Database, id: string): Promise<boolean> {
  const found = await database
    .selectFrom('generation')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
