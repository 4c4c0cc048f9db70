import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { Database } from '../../database.ts'

/** What becomes of records; what is not named stays. */
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
 * Changes those of these records that are the account's, of this kind and not deleted. Answers the
 * ids of those that are different now; one that would have more than `maxTags` tags stays as it is.
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
    returning generation.id`.execute(database)
  return rows.map(({ id }) => id)
}
