import type { Model } from '#catalogue/model.ts'

/** A word longer than this is found by its beginning. */
const longestWord = 32

/** How many characters at a time are kept of scripts that put no spaces between words. */
const pieceLength = 3

/**
 * Scripts that are read without spaces, so that any character may begin what somebody looks for.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const runs = new RegExp(`${unspaced.source}+|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/**
 * What a record can be found by: its words, and facets such as `#model:flux-dev` that no word can
 * be taken for.
 */
export type Facets = { model: string; mode: string; size: string | null }

/**
 * Every term of a record, once. Words by their beginnings; text without spaces by what stands at
 * each character.
 */
export function termsOf(text: string, { model, mode, size }: Facets): string[] {
  const facets = [
    facet('model', model),
    facet('mode', mode),
    ...(size ? [facet('size', size)] : []),
  ]
  return [
    ...new Set([
      ...facets,
      ...runsOf(text).flatMap((run) => (unspaced.test(run) ? pieces(run) : [shorten(run)])),
    ]),
  ]
}

/** The term by which records of this model, mode, size or status are found. */
export function facet(name: 'model' | 'mode' | 'size' | 'status', value: string): string {
  return `#${name}:${value}`
}

/** What such a term says of a record; null when it is none of this name. */
export function facetValue(
  name: 'model' | 'mode' | 'size' | 'status',
  term: string,
): string | null {
  const beginning = facet(name, '')
  return term.startsWith(beginning) ? term.slice(beginning.length) : null
}

/**
 * What a record must have to be found: for each of these, a term that begins with it. Nothing that
 * could be looked for (only marks, or nothing at all): an empty list.
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
 * What of a search is not looked for, each once: emoji and other symbols, and marks that stand
 * alone. A hyphen in a word is none of it.
 */
export function ignoredInSearch(search: string): string[] {
  const ignored = search.split(/\s+/).flatMap((token) => {
    const graphemes = Array.from(new Intl.Segmenter().segment(token), ({ segment }) => segment)
    return searchedTerms(token).length === 0 ? [token] : graphemes.filter((one) => symbol.test(one))
  })
  return [...new Set(ignored.filter((one) => one !== ''))]
}

const symbol = /[\p{Extended_Pictographic}\p{S}]/u

/** Upper and lower case, full and half width, and accents make no difference. */
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

/** What is known of a piece of work before it is made. */
type Work = { model: string; mode: string; input: Record<string, unknown> }

/**
 * What a piece of work can be found by in its history; one whose model is no longer known by its
 * prompt and its names.
 */
export function searchTerms(model: Model | undefined, { model: id, mode, input }: Work): string[] {
  const pixels = model?.pixels?.(input)
  const size = pixels ? `${pixels.width}x${pixels.height}` : null
  return termsOf(promptOf(model, input), { model: id, mode, size })
}

/** The words a piece of work was asked for in; empty where there are none. */
export function promptOf(
  model: Pick<Model, 'promptField'> | undefined,
  input: Record<string, unknown>,
): string {
  const text = input[model?.promptField ?? 'prompt']
  return typeof text === 'string' ? text : ''
}
