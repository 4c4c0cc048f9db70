import { diffArrays } from 'diff'

/** A piece of two texts: in both, in the new one alone, or in the old one alone. */
export type Piece = { text: string; change: 'kept' | 'added' | 'removed' }

/** A comparison that takes longer, in ms, is shown as one change of the whole text. */
const timeout = 200

/**
 * Compares two texts word by word, also where words have no spaces between them. The pieces without
 * the added ones are the old text, without the removed ones the new text.
 */
export function compareTexts(before: string, after: string, locale: string): Piece[] {
  const words = new Intl.Segmenter(locale, { granularity: 'word' })
  const split = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)
  const changes = diffArrays(split(before), split(after), { timeout })
  if (!changes)
    return [
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ]
  return changes.map(({ value, added, removed }) => ({
    text: value.join(''),
    change: added ? 'added' : removed ? 'removed' : 'kept',
  }))
}
