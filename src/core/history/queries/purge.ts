import { type RawBuilder, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { eachAccount } from '#platform/database/distributed/each-account.ts'
import { bitsOfNumbers, blockSize, emptyBits } from './bits.ts'
import { keptTerms } from './seal.ts'

export type Deletion = { accountId: string; kind: Kind; ids: string[] }

/** Returns those of these generations that are the account's, of this kind and not deleted. */
export function findDeletable(
  database: Database,
  { accountId, kind, ids }: Deletion,
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Hides those of these generations that have ended; for `undoTime` ms they can be restored. Returns
 * which ones, and until when.
 */
export async function deleteEnded(
  database: Database,
  { accountId, kind, ids }: Deletion,
  undoTime: number,
): Promise<{ id: string; purge_at: Date }[]> {
  const { rows } = await sql<{ id: string; purge_at: Date }>`
    with deleted as (
      update generation set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = any(${ids}::uuid[]) and account_id = ${accountId} and kind = ${kind}
        and deleted_at is null and status <> 'open'
      returning id, account_id
    )
    insert into purge (generation_id, account_id, purge_at)
    select id, account_id, now() + ${undoTime} * interval '1 ms' from deleted
    returning generation_id as id, purge_at`.execute(onShardOf(database, accountId))
  return rows
}

/**
 * Restores those of these generations that are deleted and not purged. Returns which of them the
 * account has now, and which it had before.
 */
export async function restoreDeleted(
  database: Database,
  { accountId, ids }: Omit<Deletion, 'kind'>,
): Promise<{ id: string; was_there: boolean }[]> {
  const { rows } = await sql<{ id: string; was_there: boolean }>`
    with kept as (
      delete from purge
      where generation_id = any(${ids}::uuid[]) and account_id = ${accountId} and purge_at > now()
      returning generation_id
    ), restored as (
      update generation set deleted_at = null, updated_at = clock_timestamp() from kept
      where id = kept.generation_id and account_id = ${accountId}
      returning id
    )
    select id, false as was_there from restored
    union all
    select id, true from generation where id = any(${ids}::uuid[]) and account_id = ${accountId} and deleted_at is null`.execute(
    onShardOf(database, accountId),
  )
  return rows
}

const isSearched = sql`(known.account_id, known.kind, known.term, known.block)
  = (sought.account_id, sought.kind, sought.term, sought.block)`

/**
 * A part that a feature adds to the statement that purges deleted generations: what it deletes of
 * those of `due`, by their `id` and `account_id`.
 */
export type PurgingPart = {
  /** Unique within the statement. */
  name: string
  part: RawBuilder<unknown>
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** Parts of the statement that purges deleted generations. */
    purgeParts: readonly PurgingPart[]
  }
}

/**
 * Purges up to `limit` deleted generations: deletes the records of their files (the cleanup deletes
 * the files), and the texts that a person wrote, on the row and in the search terms. The row and
 * its ledger entries stay. `parts`: what features purge of them. Returns how many there were.
 */
export async function purgeDeleted(
  database: Database,
  limit: number,
  parts: readonly PurgingPart[] = [],
): Promise<number> {
  const ofFeatures = parts.map(({ name, part }) => sql`, ${sql.raw(name)} as (${part}\n    )`)
  const dueNow = sql`purge_at <= now() order by purge_at limit ${limit}`
  const purged = await eachAccount(
    database,
    sql`select account_id from purge where ${dueNow}`,
    (own, of) =>
      sql`
    with due as (
      select id, generation.account_id, kind, number, status, terms from generation
      join purge on purge.generation_id = id and purge.account_id = generation.account_id
      where ${of(sql`purge.account_id`)} and ${dueNow} for update skip locked
    ), purged as (
      delete from purge using due where purge.generation_id = due.id and purge.account_id = due.account_id
    ), files as (
      delete from media using due where media.generation_id = due.id and media.account_id = due.account_id
    )${sql.join(ofFeatures, sql``)}, sought as (
      select account_id, kind, term, number / ${blockSize} as block, ${bitsOfNumbers} as bits
      from due, ${keptTerms} group by account_id, kind, term, number / ${blockSize}
    ), others_have as (
      update history_term as known set bits = known.bits & ~sought.bits from sought
      where ${isSearched} and known.bits & ~sought.bits <> ${emptyBits}
    ), none_has as (
      delete from history_term as known using sought where ${isSearched} and known.bits & ~sought.bits = ${emptyBits}
    )
    update generation set input = '{}', answer = null, transcript = null, terms = '{}', tags = '{}', error_message = null,
      removal_note = null, request_hash = null, http_request_id = null
    from due where generation.id = due.id and generation.account_id = due.account_id
    returning generation.id`.execute(own),
  )
  return purged.reduce((count, { rows }) => count + rows.length, 0)
}
