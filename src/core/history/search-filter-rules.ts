import { statuses as everyStatus, type Status } from '#core/generations/rules/status.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import { facet, searchedTerms } from './search-term-rules.ts'

/** A range of terms: from `first` (inclusive) to `below` (exclusive). */
export type Range = { first: string; below: string }

/**
 * The conditions of a search, in two forms. For the terms of sealed blocks: one in any of the
 * ranges of each part. For a record itself: text that is `like` each of the patterns (`ownText` in
 * SQL) and like all of one of the `alternatives`, and one of the statuses.
 */
export type SearchFilter = {
  kept: Range[][]
  own: {
    patterns: string[]
    alternatives: readonly [string[], string[]]
    statuses: readonly Status[]
  }
}

/** The filters of a history that use terms. */
export type TermFilters = {
  search?: string | undefined
  /** Any of them. */
  statuses?: readonly Status[] | undefined
  mode?: string | undefined
  model?: string | undefined
  size?: string | undefined
}

/**
 * The longest word prefixes that sealed blocks store, in characters; of longer words they store the
 * whole, too.
 */
export const keptBeginning = 3

/** Comes before, between and after a record's terms, and within none. */
export const separator = '\u0001'

/** The highest character: sorts after everything with the same prefix. */
const last = '\u{10FFFF}'

/**
 * Returns null when everything matches. A search of punctuation alone matches nothing; a blank one
 * everything. The id of a model matches its generations as well as texts with its words; of several
 * ids, the first.
 */
export function buildSearchFilter({
  search = '',
  statuses,
  mode,
  model,
  size,
}: TermFilters): SearchFilter | null {
  const { modelId, rest } = splitModelId(search)
  const words = searchedTerms(rest)
  const modelWords = modelId === null ? [] : searchedTerms(modelId)
  const modelFacet = modelId === null ? [] : [facet('model', modelId)]
  const matchesNothing = words.length === 0 && modelId === null && search.trim() !== ''
  const named = { mode, model, size }
  const facets = (['mode', 'model', 'size'] as const).flatMap((name) => {
    const value = named[name]
    return value === undefined ? [] : [facet(name, value)]
  })
  const kept = [
    ...words.map((word) => [beginningWith(word)]),
    ...modelWords.map((word) => [beginningWith(word), ...modelFacet.map(exactly)]),
    ...facets.map((term) => [exactly(term)]),
    ...(statuses ? [statuses.map((status) => exactly(facet('status', status)))] : []),
    ...(matchesNothing ? [[]] : []),
  ]
  const patterns = [
    // The longest are the rarest: most records fail at the first pattern.
    ...words.toSorted((one, other) => other.length - one.length).map(beginningPattern),
    ...facets.map(exactPattern),
    ...(matchesNothing ? [''] : []),
  ]
  const alternatives = [modelWords.map(beginningPattern), modelFacet.map(exactPattern)] as const
  return kept.length === 0
    ? null
    : { kept, own: { patterns, alternatives, statuses: statuses ?? everyStatus } }
}

/** Splits off the first word of a search that is the id of a model. */
function splitModelId(search: string): { modelId: string | null; rest: string } {
  const tokens = search.trim().split(/\s+/)
  const at = tokens.findIndex((token) => findModel(token.toLowerCase()) !== undefined)
  if (at === -1) return { modelId: null, rest: search }
  return { modelId: tokens[at]?.toLowerCase() ?? null, rest: tokens.toSpliced(at, 1).join(' ') }
}

function beginningPattern(word: string): string {
  return `%${separator}${escapePattern(word)}%`
}

function exactPattern(term: string): string {
  return `%${separator}${escapePattern(term)}${separator}%`
}

function exactly(term: string): Range {
  return { first: term, below: term + separator }
}

function beginningWith(word: string): Range {
  return [...word].length <= keptBeginning ? exactly(word) : { first: word, below: word + last }
}

/** Escapes a text for a pattern. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
