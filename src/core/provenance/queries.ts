import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import { alikeResults, isNearAny } from '#core/image-search/queries.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { appearanceIndexes, hashIndexes, unmarkedIndex } from '#core/schema/online-migrations.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { hasRun } from '#platform/database/online-migrations.ts'
import type { Tables } from '#platform/database/tables.ts'

export type SigningCertificateRow = Selectable<Tables['signing_certificate']>

type CertificateWithKey = Pick<SigningCertificateRow, 'certificate' | 'private_key'>

/**
 * Returns a certificate by its name; the first call stores what `make` answers.
 */
export async function keepCertificate(
  database: Database,
  name: string,
  make: () => Promise<CertificateWithKey>,
): Promise<CertificateWithKey> {
  const find = () =>
    database
      .selectFrom('signing_certificate')
      .select(['certificate', 'private_key'])
      .where('name', '=', name)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await database
    .insertInto('signing_certificate')
    .values({ name, ...(await make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) as CertificateWithKey
}

/** Returns all certificates of the studio and its operators, the oldest first. */
export function listCertificates(
  database: Database,
): Promise<Pick<SigningCertificateRow, 'name' | 'certificate'>[]> {
  return database
    .selectFrom('signing_certificate')
    .select(['name', 'certificate'])
    .orderBy('created_at')
    .execute()
}

/** A stored result without a mark, and the generation that made it. */
export type MediaToMark = Pick<
  MediaRow,
  'id' | 'account_id' | 'storage_key' | 'content_type' | 'position' | 'bytes' | 'digital_source'
> &
  Pick<GenerationRow, 'model' | 'generation_type' | 'model_version' | 'provider_job'> & {
    generation_id: string
    made_at: Date
  }

/** Returns results whose mark failed, in any order, so that none keeps the others waiting. */
export function findFailedMarks(database: Database, limit: number): Promise<MediaToMark[]> {
  return ofResults(database)
    .where('media.mark', '=', 'failed')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

/**
 * Returns the oldest results that were never marked; none as long as the index for it is being made.
 */
export async function findUnmarked(database: Database, limit: number): Promise<MediaToMark[]> {
  if (!(await hasRun(database, unmarkedIndex))) return []
  return ofResults(database)
    .where('media.mark', 'is', null)
    .orderBy('media.created_at')
    .limit(limit)
    .execute()
}

/** Counts beyond this are not exact, so that reading them costs the same in any database. */
const countLimit = 1_000

/**
 * Counts the results that wait for their mark, and those whose mark failed; none wait as long as the
 * index for it is being made.
 */
export async function countMarks(database: Database): Promise<{ waiting: number; failed: number }> {
  const count = async (isCounted: RawBuilder<boolean>) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from
      (select from media where role <> 'input' and ${isCounted} limit ${countLimit}) as counted`.execute(
      database,
    )
    return rows[0]?.count ?? 0
  }
  const isIndexed = await hasRun(database, unmarkedIndex)
  const waiting = isIndexed ? await count(sql`mark is null`) : 0
  return { waiting, failed: await count(sql`mark = 'failed'`) }
}

function ofResults(database: Database) {
  return database
    .selectFrom('media')
    .innerJoin('generation', (join) =>
      join
        .onRef('generation.id', '=', 'media.generation_id')
        .onRef('generation.account_id', '=', 'media.account_id'),
    )
    .select(['media.id', 'media.account_id', 'media.storage_key', 'media.content_type'])
    .select(['media.position', 'media.bytes', 'media.digital_source'])
    .select('generation.id as generation_id')
    .select(['generation.model', 'generation.generation_type', 'generation.model_version'])
    .select(['generation.provider_job', 'generation.created_at as made_at'])
    .where('media.role', '<>', 'input')
    .where('generation.deleted_at', 'is', null)
}

/** Forgets that marks failed: the studio marks nothing any more, and holds nothing back. */
export async function releaseFailedMarks(database: Database): Promise<void> {
  await database
    .updateTable('media')
    .set({ mark: null, digital_source: null })
    .where('mark', '=', 'failed')
    .execute()
}

type Keys = Pick<MediaRow, 'id' | 'account_id' | 'storage_key'>
type Facts = Pick<MediaRow, 'mark' | 'digital_source'>

/** Records how a stored file is marked. `false`: it is gone, or has been replaced. */
export async function setMark(database: Database, keys: Keys, facts: Facts): Promise<boolean> {
  const { numUpdatedRows } = await onShardOf(database, keys.account_id)
    .updateTable('media')
    .set(facts)
    .where('id', '=', keys.id)
    .where('account_id', '=', keys.account_id)
    .where('storage_key', '=', keys.storage_key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Names another file for a record, and leaves the old one to the cleanup, which deletes it when no
 * record names it any more. `false`: the record is gone, or has been replaced, and nothing was
 * written.
 */
export async function replaceStoredFile(
  database: Database,
  keys: Keys,
  file: Facts & Pick<MediaRow, 'storage_key' | 'bytes' | 'sha256' | 'received_sha256'>,
): Promise<boolean> {
  const { rows } = await sql`
    with replaced as (
      update media set storage_key = ${file.storage_key}, bytes = ${file.bytes}, sha256 = ${file.sha256},
        received_sha256 = coalesce(received_sha256, ${file.received_sha256}), mark = ${file.mark},
        digital_source = ${file.digital_source}
      where id = ${keys.id} and account_id = ${keys.account_id} and storage_key = ${keys.storage_key}
      returning account_id, generation_id
    ), left_over as (
      insert into storage_garbage (storage_key, account_id, not_before)
      select ${keys.storage_key}, account_id, now() + ${readersTime} * interval '1 ms' from replaced
      on conflict do nothing
    ), changed as (
      update generation set updated_at = clock_timestamp() from replaced
      where generation.id = replaced.generation_id and generation.account_id = replaced.account_id
    )
    select generation_id from replaced`.execute(onShardOf(database, keys.account_id))
  return rows.length > 0
}

/** How long a replaced file stays for those who are reading it, in ms. */
const readersTime = 60 * 60_000

/** A result that a reader may see, without what only its owner may. `id`: for its owner alone. */
export type VisibleResult = Pick<
  GenerationRow,
  'kind' | 'model' | 'generation_type' | 'model_version' | 'created_at' | 'is_sample'
> & { id: string | null }

/**
 * Returns the results with a file of this hash, as stored or as it came, that the reader may see:
 * their own first, then public ones.
 */
export async function findResultsByHash(
  database: Database,
  { sha256, readerId }: { sha256: string; readerId: string | null },
): Promise<VisibleResult[]> {
  if (!(await hasRun(database, hashIndexes))) return []
  return visibleResults(database, readerId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('media')
          .select('media.id')
          .whereRef('media.generation_id', '=', 'generation.id')
          .whereRef('media.account_id', '=', 'generation.account_id')
          .where('media.role', '<>', 'input')
          .where('media.mark', 'is distinct from', 'failed')
          .where((file) =>
            file.or([
              file('media.sha256', '=', sha256),
              file('media.received_sha256', '=', sha256),
            ]),
          ),
      ),
    )
    .limit(1)
    .execute()
}

/** So many results that look alike are read; none of them may be visible to the reader. */
const maxAlike = 200

/** Returns a result that is a near copy of one of these hashes, and that the reader may see. */
export async function findResultsByAppearance(
  database: Database,
  { hashes, readerId }: { hashes: readonly string[]; readerId: string | null },
): Promise<VisibleResult[]> {
  if (!(await hasRun(database, appearanceIndexes))) return []
  const isHeldBack = sql<boolean>`exists (select from media where media.generation_id = generation.id
    and media.account_id = generation.account_id and media.mark = 'failed')`
  const { rows: alike } = await sql<{ account_id: string; generation_id: string }>`
    with ${alikeResults(isNearAny(hashes))} select * from alike limit ${maxAlike}`.execute(database)
  if (alike.length === 0) return []
  return visibleResults(database, readerId)
    .where((where) =>
      where.or(
        alike.map(({ account_id, generation_id }) =>
          where.and([
            where('generation.account_id', '=', account_id),
            where('generation.id', '=', generation_id),
          ]),
        ),
      ),
    )
    .where((where) => where.not(isHeldBack))
    .limit(1)
    .execute()
}

/** Returns a result by its id, if the reader may see it. */
export function findVisibleResult(
  database: Database,
  { id, readerId }: { id: string; readerId: string | null },
): Promise<VisibleResult | undefined> {
  return visibleResults(database, readerId).where('generation.id', '=', id).executeTakeFirst()
}

function visibleResults(database: Database, readerId: string | null) {
  return database
    .selectFrom('generation')
    .innerJoin('account', 'account.id', 'generation.account_id')
    .select(['generation.kind', 'generation.model', 'generation.generation_type'])
    .select(['generation.model_version', 'generation.created_at', 'generation.is_sample'])
    .select(
      sql<string | null>`case when account_id = ${readerId}::uuid then generation.id end`.as('id'),
    )
    .where('generation.deleted_at', 'is', null)
    .where('generation.removed_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('generation.account_id', '=', readerId),
        where('generation.is_public', '=', true),
      ]),
    )
    .orderBy(sql`generation.account_id = ${readerId}::uuid`, 'desc')
}
