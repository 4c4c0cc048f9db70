import { type GenerationWithMedia, withMedia } from '#core/generations/read-generation.ts'
import type { Status } from '#core/generations/rules/status.ts'
import { bitOfColor, type Color } from '#core/image-search/color-rules.ts'
import { factsOfKind, type Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import type { Days } from '#platform/database/days.ts'
import type { HistoryQuery } from './contract/history-query.ts'
import type { History } from './queries/bits.ts'
import { findFacets } from './queries/find-facets.ts'
import { findPage, type PageOrder } from './queries/find-page.ts'
import { buildSearchFilter } from './search-filter-rules.ts'
import { facetValue } from './search-term-rules.ts'

/**
 * The filters of a history (docs/spec/history.md#list). A record must match all of them.
 */
export type HistoryFilters = {
  /** Words, or prefixes of words. Blank: everything; only punctuation: nothing. */
  search?: string | undefined
  status?: Status | undefined
  mode?: string | undefined
  model?: string | undefined
  /** `512x512` */
  size?: string | undefined
  /** Any of them; empty: everything. */
  tags?: readonly string[] | undefined
  onlyFavorites?: boolean | undefined
  days?: Days | undefined
  /** Near copies of this record. */
  near?: string | undefined
  color?: Color | undefined
}

/** Returns the filters of a history's query. Without any: every record. */
export function filtersOf(
  query: Omit<HistoryQuery, 'page' | 'pageSize' | 'viewMode'>,
): HistoryFilters {
  const {
    search,
    status,
    mode,
    model,
    size,
    tags,
    onlyFavorites,
    near,
    color,
    dateStart: start,
    dateEnd: end,
    timeZone,
  } = query
  return {
    search,
    status: status === 'all' ? undefined : status,
    mode,
    model,
    size,
    tags: tags?.filter((tag) => tag !== ''),
    onlyFavorites,
    near,
    color,
    days: start === undefined && end === undefined ? undefined : { start, end, timeZone },
  }
}

export type HistoryOrder = {
  accountId: string
  kind: Kind
  page: number
  pageSize: number
  filters?: HistoryFilters
}

export type HistoryPage = {
  generations: GenerationWithMedia[]
  total: number
  page: number
  totalPages: number
  /** Of the whole history, without filters. Credits used: charged less refunded. */
  stats: { total: number; creditsUsed: number; favorites: number }
}

/**
 * Returns one page of an account's history, newest first. Pages start at 1; beyond the end they are
 * empty.
 */
export async function listHistory(
  context: Parts<'database'>,
  order: HistoryOrder,
): Promise<HistoryPage> {
  const { rows, total, whole } = await findPage(context.database, pageOrder(order))
  return {
    generations: await withMedia(context, rows),
    total,
    page: order.page,
    totalPages: Math.ceil(total / order.pageSize),
    stats: { total: whole.records, creditsUsed: whole.credits, favorites: whole.favorites },
  }
}

/** Translates a request into the order for the database. */
export function pageOrder({
  accountId,
  kind,
  page,
  pageSize,
  filters = {},
}: HistoryOrder): PageOrder {
  const { status, tags = [], onlyFavorites, days, near, color, ...terms } = filters
  return {
    accountId,
    kind,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    searched: buildSearchFilter({ ...terms, statuses: status && shownAs(kind, status) }),
    tags: tags.length > 0 ? tags : undefined,
    onlyFavorites,
    days: days?.start || days?.end ? days : undefined,
    appearance: near || color ? { nearId: near, color: color && bitOfColor(color) } : undefined,
  }
}

/** Where waiting is hidden, it is shown as running (docs/spec/history.md#list). */
function shownAs(kind: Kind, status: Status): Status[] {
  return factsOfKind(kind).hidesWaiting && status === 'processing'
    ? ['pending', 'processing']
    : [status]
}

/** The values that a history can be filtered by, sorted; sizes (`512x512`) by their pixels. */
export type HistoryFacets = { models: string[]; modes: string[]; sizes: string[]; tags: string[] }

/** Returns the values that occur in the account's records of this kind. */
export async function listFacets(
  { database }: Parts<'database'>,
  history: History,
): Promise<HistoryFacets> {
  const { facets, tags } = await findFacets(database, history)
  const valuesOf = (name: 'model' | 'mode' | 'size') =>
    facets.flatMap((term) => facetValue(name, term) ?? [])
  return {
    models: valuesOf('model').toSorted(),
    modes: valuesOf('mode').toSorted(),
    sizes: valuesOf('size').toSorted(
      (one, other) => pixelsOf(one) - pixelsOf(other) || (one < other ? -1 : 1),
    ),
    tags: tags.toSorted(new Intl.Collator('en').compare),
  }
}

function pixelsOf(size: string): number {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return width * height
}
