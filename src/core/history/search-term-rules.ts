import type { Model } from '#core/models/rules/model.ts'

/** A word longer than this is indexed by its prefix. */
const longestWord = 32

/** How many characters are indexed together in scripts without spaces. */
const pieceLength = 3

/**
 * Scripts without spaces, in which a search may begin at any character.
 */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const runs = new RegExp(`${unspaced.source}+|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/**
 * What a record can be found by: its words, and facets such as `#model:flux-dev`, which differ from
 * every word.
 */
export type Facets = { model: string; mode: string; size: string | null }

/**
 * Returns every term of a record, once. Words as prefixes; text without spaces as the characters
 * from each position.
 */
export function termsOf(text: string, { model, mode, size }: Facets): string[] {
  const facets = [
    facet('model', model),
    facet('mode', mode),
    ...(size ? [facet('size', size)] : []),
  ]
  return [...new Set([...facets, ...wordTerms(text)])]
}

/** The most search terms of one answer. */
const maxAnswerTerms = 500

/** Returns the words of an answer as search terms, each once: the first 500 of a long one. */
export function termsOfAnswer(answer: string): string[] {
  return [...new Set(wordTerms(answer))].slice(0, maxAnswerTerms)
}

function wordTerms(text: string): string[] {
  return runsOf(text).flatMap((run) => (unspaced.test(run) ? pieces(run) : [shorten(run)]))
}

/** Returns the term of records with this model, mode, size or status. */
export function facet(name: 'model' | 'mode' | 'size' | 'status', value: string): string {
  return `#${name}:${value}`
}

/** Returns the value of such a term; null when it has another name. */
export function facetValue(
  name: 'model' | 'mode' | 'size' | 'status',
  term: string,
): string | null {
  const beginning = facet(name, '')
  return term.startsWith(beginning) ? term.slice(beginning.length) : null
}

/**
 * Returns the terms of a search: a record must have, for each of these, a term that begins with it.
 * Empty where there is nothing to search for (punctuation only, or nothing at all).
 */
export function searchedTerms(search: string): string[] {
  const searched = runsOf(search).flatMap((run) => {
    if (!unspaced.test(run)) return [shorten(run)]
    const all = pieces(run)
    return all.slice(0, Math.max(1, all.length - pieceLength + 1))
  })
  return [...new Set(searched)]
}

/**
 * Returns the parts of a search that are ignored, each once: emoji and other symbols, and
 * standalone punctuation. A hyphen within a word is not ignored.
 */
export function ignoredInSearch(search: string): string[] {
  const ignored = search.split(/\s+/).flatMap((token) => {
    const graphemes = Array.from(new Intl.Segmenter().segment(token), ({ segment }) => segment)
    return searchedTerms(token).length === 0 ? [token] : graphemes.filter((one) => symbol.test(one))
  })
  return [...new Set(ignored.filter((one) => one !== ''))]
}

const symbol = /[\p{Extended_Pictographic}\p{S}]/u

/** Ignores case, full and half width, and accents. */
function runsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
  return plain.match(runs) ?? []
}

function pieces(run: string): string[] {
  const characters = [...run]
  return characters.map((_, start) => characters.slice(start, start + pieceLength).join(''))
}

function shorten(word: string): string {
  return [...word].slice(0, longestWord).join('')
}

/** What is known of a generation before it has run. */
type Work = { model: string; mode: string; input: Record<string, unknown> }

/**
 * Returns the terms of a generation in its history; for an unknown model those of its prompt and
 * its names.
 */
export function searchTerms(model: Model | undefined, { model: id, mode, input }: Work): string[] {
  const pixels = model?.pixels?.(input)
  const size = pixels ? `${pixels.width}x${pixels.height}` : null
  return termsOf(promptOf(model, input), { model: id, mode, size })
}

/** Returns the prompt of a generation; empty where there is none. */
export function promptOf(
  model: Pick<Model, 'promptField'> | undefined,
  input: Record<string, unknown>,
): string {
  const text = input[model?.promptField ?? 'prompt']
  return typeof text === 'string' ? text : ''
}
