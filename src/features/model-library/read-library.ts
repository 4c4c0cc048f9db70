import { readStoredModels } from '#core/models/load-models.ts'
import { routesOf } from '#core/models/rules/model.ts'
import type { Parts } from '#core/parts.ts'
import type { LibraryQuery, LibraryView } from './contract.ts'
import {
  type AddedEndpoint,
  type FoundEndpoint,
  findEndpoints,
  listCategories,
  readLists,
} from './library-queries.ts'
import { listingProviders } from './refresh-lists.ts'

type Context = Parts<'database' | 'log' | 'providers'>

const pageSize = 50

/** Searches the saved lists of the configured providers; asks no provider anything. */
export async function readLibrary(
  context: Context,
  { find = '', provider, category, added, after }: LibraryQuery,
): Promise<LibraryView> {
  const { database } = context
  const listing = listingProviders(context)
  const [lists, categories, addedNow] = await Promise.all([
    readLists(database, listing),
    listCategories(database, listing),
    listAdded(context),
  ])
  const search = {
    providers: provider === undefined ? listing : listing.filter((id) => id === provider),
    words: find.toLowerCase().split(/\s+/).filter(Boolean),
    category: category ?? null,
    isAdded: added === undefined ? null : added === 'yes',
    after: after === undefined ? null : cursorOf(after),
    limit: pageSize + 1,
  }
  const found = await findEndpoints(database, search, addedNow)
  const shown = found.slice(0, pageSize)
  const last = found.length > pageSize ? shown.at(-1) : undefined
  return {
    data: shown.map(presentEndpoint),
    total: found[0]?.total ?? 0,
    after: last ? `${last.provider}:${last.endpoint}` : null,
    lists: lists.map(({ is_whole, fetched_at, failed_at, ...list }) => ({
      ...list,
      has_more: !is_whole,
      fetched_at: fetched_at?.toISOString() ?? null,
      failed_at: failed_at?.toISOString() ?? null,
    })),
    categories,
  }
}

function cursorOf(after: string): AddedEndpoint {
  const end = after.indexOf(':')
  return { provider: after.slice(0, end), endpoint: after.slice(end + 1) }
}

function presentEndpoint({ total: _, amount, unit, currency, ...found }: FoundEndpoint) {
  const isPriced = amount !== null && unit !== null && currency !== null
  return { ...found, price: isPriced ? { amount, unit, currency } : null }
}

/** What the models call that were not deleted, without the versions of Replicate's models. */
async function listAdded(context: Parts<'database' | 'log'>): Promise<AddedEndpoint[]> {
  const { stored } = await readStoredModels(context)
  return stored.flatMap(({ model, version }) =>
    model && version
      ? routesOf(model).flatMap(({ provider, endpoints }) =>
          endpoints.map((id) => ({ provider, endpoint: id.split(':', 1)[0] ?? id })),
        )
      : [],
  )
}
