import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type EntryReason, entryReasons } from '#core/credits/ledger-text-contract.ts'
import { ledgerKey } from '#web/lib/account.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { type Query, searchOf } from '#web/lib/navigation/query.ts'

/**
 * The filters of the statement; `undefined` means everything. Days are whole and in the reader's
 * time zone: `2026-11-21`.
 */
export type LedgerFilters = {
  reason: EntryReason | undefined
  dateStart: string | undefined
  dateEnd: string | undefined
}

/** The filters and the page; they are in the address. `page` counts from 1. */
export type LedgerAddress = { filters: LedgerFilters; page: number }

export const noFilters: LedgerFilters = {
  reason: undefined,
  dateStart: undefined,
  dateEnd: undefined,
}

/** Reads an address. Invalid values are ignored. */
export function parseAddress({
  reason,
  dateStart,
  dateEnd,
  page,
}: Record<string, string>): LedgerAddress {
  const [first, last] = [dayOf(dateStart), dayOf(dateEnd)]
  const isTurned = first !== undefined && last !== undefined && first > last
  return {
    filters: {
      reason: entryReasons.find((known) => known === reason),
      dateStart: isTurned ? last : first,
      dateEnd: isTurned ? first : last,
    },
    page: pageOf(page),
  }
}

/** The query of an address; defaults are left out. */
export function addressQuery({ filters, page }: LedgerAddress): Query {
  return { ...filters, page: page > 1 ? page : undefined }
}

/** Whether any filter is active. */
export function isFiltered(filters: LedgerFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

function pageOf(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

function dayOf(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

/** How many entries are on a page. */
const pageSize = 50

/** One page of the statement. `balance` is the account's: a changed one means a new entry. */
export function ledgerQuery({ filters, page }: LedgerAddress, balance: number) {
  return queryOptions({
    queryKey: [...ledgerKey, filters, page, balance] as const,
    queryFn: ({ signal }) =>
      request('GET', '/api/account/ledger', {
        query: { ...filterParameters(filters), page, pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: retryUnlessRefused,
  })
}

/** The address of the same entries as a file. */
export function csvAddress(filters: LedgerFilters): string {
  const query = { ...filterParameters(filters), timeZone: timeZone(), language: currentLocale() }
  return `/api/account/ledger.csv${searchOf(query)}`
}

function filterParameters(filters: LedgerFilters) {
  const hasDays = filters.dateStart !== undefined || filters.dateEnd !== undefined
  return { ...filters, timeZone: hasDays ? timeZone() : undefined }
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
