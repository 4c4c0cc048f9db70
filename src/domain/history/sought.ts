import { statuses as everyStatus, type Status } from '../status.ts'
import { facet, soughtTerms } from './terms.ts'

/** Terms of sealed blocks: those from `first` up to, but without, `below`. */
export type Range = { first: string; below: string }

/**
 * What a record must have to be found, said twice. Of sealed blocks' terms: one in any of the ranges of each part. Of a
 * record itself: text that is `like` each of the patterns (`ownText` in SQL), and one of the statuses.
 */
export type Sought = { kept: Range[][]; own: { patterns: string[]; statuses: readonly Status[] } }

/** What a history may be narrowed to by terms. */
export type TermFilters = {
  search?: string | undefined
  /** Any of them. */
  statuses?: readonly Status[] | undefined
  mode?: string | undefined
  model?: string | undefined
  size?: string | undefined
}

/** The longest beginnings of words that sealed blocks keep, in characters; of longer words they keep the whole, too. */
export const keptBeginning = 3

/** Stands before, between and behind a record's terms, and in none. */
export const separator = '\u0001'

/** The last character there is: behind everything that begins with the same word. */
const last = '\u{10FFFF}'

/** Null when everything is sought. A search for marks alone finds nothing; a blank one leaves nothing out. */
export function soughtOf({ search = '', statuses, mode, model, size }: TermFilters): Sought | null {
  const words = soughtTerms(search)
  const isHopeless = words.length === 0 && search.trim() !== ''
  const named = { mode, model, size }
  const facets = (['mode', 'model', 'size'] as const).flatMap((name) => {
    const value = named[name]
    return value === undefined ? [] : [facet(name, value)]
  })
  const kept = [
    ...words.map((word) => [beginningWith(word)]),
    ...facets.map((term) => [exactly(term)]),
    ...(statuses ? [statuses.map((status) => exactly(facet('status', status)))] : []),
    ...(isHopeless ? [[]] : []),
  ]
  const patterns = [
    // What is longest is rarest: most records need no second look.
    ...words.toSorted((one, other) => other.length - one.length).map((word) => `%${separator}${literally(word)}%`),
    ...facets.map((term) => `%${separator}${literally(term)}${separator}%`),
    ...(isHopeless ? [''] : []),
  ]
  return kept.length === 0 ? null : { kept, own: { patterns, statuses: statuses ?? everyStatus } }
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
