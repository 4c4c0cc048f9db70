/** Measures a text of one line, in pixels. */
export type Measure = (text: string) => number

/** The height of a line, of the size of the font. */
export const lineHeight = 1.25

/** Where the letters of a line stand, of the size of the font below the top of the line. */
export const baseline = 0.95

/** Characters between which a line may break: those of Chinese, Japanese and Korean. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Marks that no line begins with, as they belong to what is before them. */
const trailing = /^[、。，．：；？！）」』】》〉〕”’…—·,.:;?!)\]}%]$/u

/**
 * Returns the lines of a text: those that it has, each wrapped to a width where one is given. Words
 * stay whole unless one alone is too wide; Chinese, Japanese and Korean wrap at each character.
 */
export function wrapText(text: string, width: number | null, measure: Measure): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  return width === null ? lines : lines.flatMap((line) => wrapLine(line, width, measure))
}

function wrapLine(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text)) {
    if (line === '' || measure((line + piece).trimEnd()) <= width) line += piece
    else {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    }
    while (measure(line.trimEnd()) > width && lengthOf(line.trimEnd()) > 1) {
      const fitting = fittingStart(line, width, measure)
      lines.push(fitting)
      line = line.slice(fitting.length)
    }
  }
  return [...lines, line.trimEnd()]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const lengthOf = (text: string) => [...graphemes.segment(text)].length

/** The longest start of a text that is as wide as there is room; one character at least. */
function fittingStart(text: string, width: number, measure: Measure): string {
  let start = ''
  for (const { segment } of graphemes.segment(text)) {
    if (start !== '' && measure(start + segment) > width) break
    start += segment
  }
  return start
}

/** The parts of a line that stay together: a word with the spaces after it, or one ideograph. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let isOpen = false
  for (const { segment } of graphemes.segment(text)) {
    const last = pieces.at(-1)
    const isIdeograph = ideograph.test(segment)
    const endsWord = last !== undefined && /\s$/.test(last) && !/^\s$/.test(segment)
    const joins =
      last !== undefined &&
      !endsWord &&
      (trailing.test(segment) || /^\s$/.test(segment) || (isOpen && !isIdeograph))
    if (joins) pieces[pieces.length - 1] = last + segment
    else {
      pieces.push(segment)
      isOpen = !isIdeograph
    }
  }
  return pieces
}
