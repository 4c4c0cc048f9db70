import { factsOfKind, type Kind } from '#core/models/rules/kinds.ts'
import type { Query } from '../navigation/query.ts'

/** The filters of a history. `undefined` and empty mean everything. */
export type HistoryFilters = {
  search: string
  status: string | undefined
  mode: string | undefined
  model: string | undefined
  /** `1024x768` */
  size: string | undefined
  /** The first and the last whole day, `2026-11-21`, in the reader's time zone. */
  dateStart: string | undefined
  dateEnd: string | undefined
  onlyFavorites: boolean
  /** Records with any of these. */
  tags: readonly string[]
  /** A colour that dominates an image. */
  color: string | undefined
  /** The id of a record: its near copies. */
  near: string | undefined
}

/** `stacks`: a grid in which near copies are one tile. */
export type HistoryView = (typeof views)[number]
const views = ['grid', 'stacks', 'list'] as const

/** The filters, the page and the view of a history; they are in the address. */
export type HistoryAddress = {
  filters: HistoryFilters
  /** From 1. */
  page: number
  /** `undefined`: the user's last view of this kind. */
  view: HistoryView | undefined
}

export const noFilters: HistoryFilters = {
  search: '',
  status: undefined,
  mode: undefined,
  model: undefined,
  size: undefined,
  dateStart: undefined,
  dateEnd: undefined,
  onlyFavorites: false,
  tags: [],
  color: undefined,
  near: undefined,
}

/**
 * The statuses of a kind's records: only images come in part, and waiting may be hidden
 * (docs/spec/history.md#list).
 */
export function statusesOf(kind: Kind): readonly string[] {
  const { hidesWaiting, media } = factsOfKind(kind)
  return [
    ...(hidesWaiting ? [] : ['pending']),
    ...['processing', 'completed', 'failed'],
    ...(media.includes('image') ? ['partial'] : []),
  ]
}

/** Only images have filters for mode, model, size and look (docs/spec/history.md#list). */
export function hasMakingFilters(kind: Kind): boolean {
  return kind === 'image'
}

/** Reads an address. Filters that the kind does not have and invalid values are ignored. */
export function parseAddress(kind: Kind, query: Record<string, string>): HistoryAddress {
  const made = hasMakingFilters(kind) ? query : {}
  const [dateStart, dateEnd] = inOrder(dayOf(query.dateStart), dayOf(query.dateEnd))
  return {
    filters: {
      search: (query.search ?? '').trim().slice(0, 200),
      status: statusesOf(kind).find((status) => status === query.status),
      mode: nameOf(made.mode),
      model: nameOf(made.model),
      size: /^\d{1,5}x\d{1,5}$/.test(made.size ?? '') ? made.size : undefined,
      dateStart,
      dateEnd,
      onlyFavorites: query.favorites === 'true',
      tags: parseTags(query.tags ?? ''),
      color: /^[a-z]{1,10}$/.test(made.color ?? '') ? made.color : undefined,
      near: /^[\da-f-]{36}$/.test(made.near ?? '') ? made.near : undefined,
    },
    page: pageOf(query.page),
    view: viewOf(kind, query.view),
  }
}

/** The query of an address; defaults are left out. */
export function printAddress({ filters, page, view }: HistoryAddress): Query {
  return {
    page: page > 1 ? page : undefined,
    search: filters.search || undefined,
    status: filters.status,
    mode: filters.mode,
    model: filters.model,
    size: filters.size,
    dateStart: filters.dateStart,
    dateEnd: filters.dateEnd,
    favorites: filters.onlyFavorites || undefined,
    tags: filters.tags.length > 0 ? filters.tags.map(escapeTag).join(',') : undefined,
    color: filters.color,
    near: filters.near,
    view,
  }
}

/** Whether any filter is active. */
export function isFiltered(filters: HistoryFilters): boolean {
  return Object.keys(printAddress({ filters, page: 1, view: undefined })).some(
    (name) => printAddress({ filters, page: 1, view: undefined })[name] !== undefined,
  )
}

/** A view by its name, where the kind has it: near copies are found among images alone. */
export function viewOf(kind: Kind, name: unknown): HistoryView | undefined {
  const view = views.find((one) => one === name)
  return view === 'stacks' && !hasMakingFilters(kind) ? 'grid' : view
}

function pageOf(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

function nameOf(text: string | undefined): string | undefined {
  return text && /^[\w.-]{1,100}$/.test(text) ? text : undefined
}

function dayOf(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

function inOrder(start: string | undefined, end: string | undefined) {
  return start && end && start > end ? [end, start] : [start, end]
}

const escapeTag = (tag: string) => tag.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescapeTag = (tag: string) => tag.replaceAll('%2C', ',').replaceAll('%25', '%')

function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => unescapeTag(tag).trim())
  return [...new Set(tags.filter((tag) => tag.length > 0 && tag.length <= 40))].slice(0, 20)
}
