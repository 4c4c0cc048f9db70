import type { LedgerFileQuery, LedgerQuery } from '#contract/ledger.ts'
import type { StatementFilters } from '#services/ledger/read-statement.ts'

/** What a statement's query narrows it to. Nothing named: every entry. */
export function filtersOf(
  query: Omit<LedgerQuery | LedgerFileQuery, 'page' | 'pageSize' | 'language'>,
): StatementFilters {
  const { reason, dateStart: start, dateEnd: end, timeZone } = query
  return {
    reason,
    days: start === undefined && end === undefined ? undefined : { start, end, timeZone },
  }
}
