import type { Status } from '../status.ts'
import { facet, soughtTerms } from './terms.ts'

/**
 * Which terms will do: those from `first` up to, but without, a bound. A record's own terms are whole words; those kept of
 * sealed blocks are the beginnings of up to three characters, and the whole words that are longer.
 */
export type Range = { first: string; below: { ownTerms: string; keptTerms: string } }

/** What a record must have to be found: one term in any of these ranges. No range: nothing is found. */
export type Sought = Range[]

/** What a history may be narrowed to by terms. */
export type TermFilters = {
  search?: string | undefined
  /** Any of them. */
  statuses?: readonly Status[] | undefined
  mode?: string | undefined
  model?: string | undefined
  size?: string | undefined
}

/** The longest beginnings of words that sealed blocks keep, in characters. */
export const keptBeginning = 3

/** The last character there is: behind everything that begins with the same word. */
const last = '\u{10FFFF}'
/** The first one that could follow a word, and in no term does. */
const next = '\u0001'

/** Everything that a record must have. A search for marks alone seeks what no record has; a blank one seeks nothing. */
export function soughtOf({ search = '', statuses, mode, model, size }: TermFilters): Sought[] {
  const words = soughtTerms(search)
  const facets = [
    mode === undefined ? null : facet('mode', mode),
    model === undefined ? null : facet('model', model),
    size === undefined ? null : facet('size', size),
  ]
  return [
    ...(words.length === 0 && search.trim() !== '' ? [[]] : []),
    ...facets.flatMap((term) => (term === null ? [] : [[exactly(term)]])),
    ...(statuses ? [statuses.map((one) => exactly(facet('status', one)))] : []),
    ...words.map((word) => [beginningWith(word)]),
  ]
}

function exactly(term: string): Range {
  return { first: term, below: { ownTerms: term + next, keptTerms: term + next } }
}

function beginningWith(word: string): Range {
  const isKept = [...word].length <= keptBeginning
  return { first: word, below: { ownTerms: word + last, keptTerms: word + (isKept ? next : last) } }
}
