import { randomBytes } from 'node:crypto'
import type { GenerationRow } from '#core/generations/tables.ts'
import { promptOf } from '#core/history/search-term-rules.ts'
import { isId } from '#core/ids.ts'
import { findOutputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { refuseSuspended, withoutFiles } from '#features/shares/public.ts'
import type { CollectionRow } from './collection-queries.ts'
import { lockCollection, type WhichCollection } from './collection-queries.ts'
import { type ItemPlace, listItems } from './item-queries.ts'
import { type Collection, readCollection } from './read-collections.ts'
import { itemsPageSize } from './rules.ts'
import {
  deleteCollectionShare,
  findSharedCollection,
  hideItems,
  publishItems,
  saveCollectionShare,
} from './sharing-queries.ts'

/**
 * Creates the share page of a collection, or changes it. When it is created, all its records become
 * public, as do those that are added later. Throws `Refused`: `not_found`, `account_suspended`,
 * `smart_collection`, because its owner would not have chosen what such a page shows.
 */
export async function shareCollection(
  context: Parts<'changes' | 'database'>,
  which: WhichCollection,
  wanted: { isListed: boolean; showsSettings: boolean },
): Promise<Collection> {
  await readCollection(context, which)
  await refuseSuspended(context, which.accountId)
  const published = await context.database.transaction().execute(async (transaction) => {
    const row = await lockCollection(transaction, which)
    if (!row) throw new Refused({ reason: 'not_found' })
    if (row.kind !== null) throw new Refused({ reason: 'smart_collection' })
    const token = randomBytes(16).toString('base64url')
    await saveCollectionShare(transaction, row, { ...wanted, token })
    return row.share_token === null ? publishItems(transaction, which, null) : []
  })
  publishChanges(context, which.accountId, published)
  return readCollection(context, which)
}

/**
 * Ends the share page of a collection. Records that are public because of it alone become private.
 * Repeating it changes nothing. Throws `Refused` `not_found`.
 */
export async function revokeCollectionShare(
  context: Parts<'changes' | 'database'>,
  which: WhichCollection,
): Promise<void> {
  const hidden = await context.database.transaction().execute(async (transaction) => {
    const row = isId(which.id) ? await lockCollection(transaction, which) : undefined
    if (!row) throw new Refused({ reason: 'not_found' })
    if (row.share_token === null) return []
    await deleteCollectionShare(transaction, row)
    return hideItems(transaction, which, null)
  })
  publishChanges(context, which.accountId, hidden)
}

function publishChanges({ changes }: Parts<'changes'>, accountId: string, ids: string[]): void {
  for (const generationId of ids) changes.publish({ accountId, generationId })
}

/**
 * A record of a shared collection. `prompt` and `input` are `null` where its owner does not show
 * them.
 */
export type SharedItem = {
  row: GenerationRow
  outputs: MediaRow[]
  prompt: string | null
  input: Record<string, unknown> | null
}

export type SharedCollection = {
  row: CollectionRow
  items: SharedItem[]
  next: ItemPlace | null
}

const tokenPattern = /^[\w-]{22}$/

/**
 * Returns a page of a shared collection as everyone may read it: its public records that have
 * files. Throws `Refused` `not_found` for one that ended or never existed.
 */
export async function readSharedCollection(
  { database }: Parts<'database'>,
  token: string,
  after: ItemPlace | null,
): Promise<SharedCollection> {
  const row = tokenPattern.test(token) ? await findSharedCollection(database, token) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  const which = { accountId: row.account_id, id: row.id }
  const page = { ...which, after, limit: itemsPageSize + 1, isPublic: true }
  const found = await listItems(database, page)
  const shown = found.slice(0, itemsPageSize)
  const files = Map.groupBy(await findOutputs(database, shown), (media) => media.generation_id)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return {
    row,
    items: shown.map((record) => ({
      ...{ row: record, outputs: files.get(record.id) ?? [] },
      prompt: row.shows_settings ? promptOf(modelOf(record), record.input) : null,
      input: row.shows_settings ? withoutFiles(record) : null,
    })),
    next: last ? { position: last.position, id: last.id } : null,
  }
}
