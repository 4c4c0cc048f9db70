import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { addItems } from './change-items.ts'
import {
  deleteCollection as deleteRow,
  insertCollection,
  lockCollection,
  updateCollection,
  type WhichCollection,
} from './collection-queries.ts'
import { hasItem } from './item-queries.ts'
import { type Collection, readCollection } from './read-collections.ts'
import { maxCollections } from './rules.ts'
import { deleteCollectionShare, hideItems } from './sharing-queries.ts'

type Filter = Record<string, unknown>

type NewCollection = {
  name: string
  ids?: string[] | undefined
  kind?: Kind | undefined
  filter?: Filter | undefined
}

/**
 * Creates a collection with these records, or a smart one of a filter. Throws `Refused`:
 * `too_many_collections`; `not_found` when none of the records is the account's; `invalid_input`.
 */
export async function createCollection(
  context: Parts<'changes' | 'database'>,
  accountId: string,
  { name, ids, kind, filter }: NewCollection,
): Promise<Collection> {
  if (kind && filter) validateFilter(kind, filter)
  const id = uuid()
  const smart = kind && filter && { kind, filter: JSON.stringify(filter) }
  const row = { id, account_id: accountId, name, ...smart }
  if (!(await insertCollection(context.database, row, maxCollections)))
    throw new Refused({ reason: 'too_many_collections', max: maxCollections })
  if (ids)
    await addItems(context, { accountId, id }, ids).catch(async (error: unknown) => {
      await deleteCollection(context, { accountId, id })
      throw error
    })
  return readCollection(context, { accountId, id })
}

/** Filters that only images have. */
function validateFilter(kind: Kind, filter: Filter): void {
  if (kind === 'image') return
  const unused = ['mode', 'model', 'size'].filter((name) => filter[name] !== undefined)
  if (unused.length === 0) return
  const problems = unused.map((name) => ({
    field: `filter.${name}`,
    problem: 'not_used' as const,
  }))
  throw new Refused({ reason: 'invalid_input', problems })
}

type CollectionChange = {
  name?: string | undefined
  cover_id?: string | null | undefined
  filter?: Filter | undefined
}

/**
 * Renames a collection, chooses its cover, or changes the filter of a smart one. Throws `Refused`:
 * `not_found`; `invalid_input` for a cover that is not in it, and for a filter of one that is not
 * smart.
 */
export async function changeCollection(
  context: Parts<'database'>,
  which: WhichCollection,
  { name, cover_id: coverId, filter }: CollectionChange,
): Promise<Collection> {
  const { row } = await readCollection(context, which)
  if (filter) {
    if (row.kind === null) throw invalid('filter')
    validateFilter(row.kind, filter)
  }
  const isCover =
    coverId == null || (isId(coverId) && (await hasItem(context.database, which, coverId)))
  if (!isCover) throw invalid('cover_id')
  const change = { name, coverId, filter: filter && JSON.stringify(filter) }
  await updateCollection(context.database, which, change)
  return readCollection(context, which)
}

const invalid = (field: string) =>
  new Refused({ reason: 'invalid_input', problems: [{ field, problem: 'not_used' }] })

/** Deletes a collection and its share page; its records stay. Throws `Refused` `not_found`. */
export async function deleteCollection(
  { database, changes }: Parts<'changes' | 'database'>,
  which: WhichCollection,
): Promise<void> {
  const hidden = await database.transaction().execute(async (transaction) => {
    const row = isId(which.id) ? await lockCollection(transaction, which) : undefined
    if (!row) throw new Refused({ reason: 'not_found' })
    const changed = await hideItems(transaction, which, null)
    await deleteCollectionShare(transaction, row)
    await deleteRow(transaction, which)
    return changed
  })
  for (const generationId of hidden) changes.publish({ accountId: which.accountId, generationId })
}
