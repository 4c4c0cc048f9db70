import type { HistoryQuery } from '#contract/history-query.ts'
import type { HistoryFilters } from '#services/generations/reading/list-history.ts'

/** What a history's query narrows it to. Nothing named: every record. */
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
    days: start === undefined && end === undefined ? undefined : { start, end, timeZone },
  }
}
