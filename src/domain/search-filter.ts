import { findModel } from '#catalogue/catalogue.ts'
import { facet, searchedTerms } from './search-terms.ts'
import { statuses as everyStatus, type Status } from './status.ts'

/** Terms of sealed blocks: those from `first` up to, but without, `below`. */
export type Range = { first: string; below: string }

/**
 * What a record must have to be found, said twice. Of sealed blocks' terms: one in any of the
 * ranges of each part. Of a record itself: text that is `like` each of the patterns (`ownText` in
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

/** What a history may be narrowed to by terms. */
export type TermFilters = {
  search?: string | undefined
  /** Any of them. */
  statuses?: readonly Status[] | undefined
  mode?: string | undefined
  model?: string | undefined
  size?: string | undefined
}

/**
 * The longest beginnings of words that sealed blocks keep, in characters; of longer words they keep
 * the whole, too.
 */
export const keptBeginning = 3

/** Stands before, between and behind a record's terms, and in none. */
export const separator = '\u0001'

/** The last character there is: behind everything that begins with the same word. */
const last = '\u{10FFFF}'

/**
 * Null when everything is sought. A search for marks alone finds nothing; a blank one leaves
 * nothing out. The id of a model finds what was made by it as well as what has its words; of
 * several ids, the first.
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
    // What is longest is rarest: most records need no second look.
    ...words.toSorted((one, other) => other.length - one.length).map(beginningPattern),
    ...facets.map(exactPattern),
    ...(matchesNothing ? [''] : []),
  ]
  const alternatives = [modelWords.map(beginningPattern), modelFacet.map(exactPattern)] as const
  return kept.length === 0
    ? null
    : { kept, own: { patterns, alternatives, statuses: statuses ?? everyStatus } }
}

/** A search without the first of its words that is the id of a model. */
function splitModelId(search: string): { modelId: string | null; rest: string } {
  const tokens = search.trim().split(/\s+/)
  const at = tokens.findIndex((token) => findModel(token.toLowerCase()) !== undefined)
  if (at === -1) return { modelId: null, rest: search }
  return { modelId: tokens[at]?.toLowerCase() ?? null, rest: tokens.toSpliced(at, 1).join(' ') }
}

function beginningPattern(word: string): string {
  return `%${separator}${literally(word)}%`
}

function exactPattern(term: string): string {
  return `%${separator}${literally(term)}${separator}%`
}

function exactly(term: string): Range {
  return { first: term, below: term + separator }
}

function beginningWith(word: string): Range {
  return [...word].length <= keptBeginning ? exactly(word) : { first: word, below: word + last }
}

/** What means itself in a pattern. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
