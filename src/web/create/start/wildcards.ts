/** How many prompts are started at once at most: all combinations, or a sample of them. */
export const maxPrompts = 64

/** Of more combinations than this no sample is drawn. */
export const maxCombinations = 1_000_000

/** How deep alternatives may stand in alternatives. */
export const maxDepth = 16

/** Longer texts are not searched for alternatives; no model takes them. */
const maxLength = 10_000

/** A prompt with alternatives: `count` prompts, each made by its number from 0. */
export type PromptTemplate = { count: number; prompt: (index: number) => string }

/** Why a text stands for no prompts. */
export type TemplateProblem = 'too_many' | 'too_deep'

type Part = string | Alternatives
type Sequence = { parts: Part[]; count: number; depth: number }
type Alternatives = { options: Sequence[]; count: number; depth: number }

/**
 * Parses a prompt with alternatives, `a {red|blue} fox`: a prompt for each combination, in which
 * the first alternatives change last. They may stand in each other, and an option may be empty.
 * Braces without `|`, or without their partner, are text, as in JSON. `\{`, `\|` and `\}` are the
 * characters themselves; a text with neither alternatives nor `\{` stays as it was typed.
 */
export function parseTemplate(text: string): PromptTemplate | TemplateProblem {
  if (!text.includes('{') || text.length > maxLength) return plain(text)
  const whole = parseSequence(text)
  if (whole === 'too_deep') return whole
  if (whole.count > maxCombinations) return 'too_many'
  if (!whole.parts.some((part) => typeof part !== 'string') && !text.includes('\\{'))
    return plain(text)
  return { count: whole.count, prompt: (index) => write(whole, index) }
}

/** A text that is one prompt, whatever is in it. */
export const plain = (text: string): PromptTemplate => ({ count: 1, prompt: () => text })

/** All prompts of several templates, one after the other. */
export function joinTemplates(templates: readonly PromptTemplate[]): PromptTemplate {
  const prompt = (index: number) => {
    let left = index
    for (const template of templates) {
      if (left < template.count) return template.prompt(left)
      left -= template.count
    }
    throw new RangeError(`No prompt ${index}`)
  }
  return { count: templates.reduce((sum, { count }) => sum + count, 0), prompt }
}

/** The lines of a list that are not empty, without the space around them. */
export function promptLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || [])
}

/**
 * The numbers of `size` different prompts of `count`, in ascending order; all where there are no
 * more. `random`: from 0 to below 1.
 */
export function sampleIndexes(count: number, size: number, random = Math.random): number[] {
  if (size >= count) return Array.from({ length: count }, (_, index) => index)
  // Floyd's algorithm: `size` draws, none of them in vain.
  const drawn = new Set<number>()
  for (let last = count - size; last < count; last++) {
    const index = Math.floor(random() * (last + 1))
    drawn.add(drawn.has(index) ? last : index)
  }
  return [...drawn].sort((a, b) => a - b)
}

function parseSequence(text: string): Sequence | 'too_deep' {
  let current = emptySequence()
  /** The braces that are open, each with the options before the current one. */
  const open: { before: Sequence; options: Sequence[] }[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\' && /[{|}]/.test(text.charAt(at + 1))) {
      add(current, text.charAt(++at))
    } else if (character === '{') {
      open.push({ before: current, options: [] })
      current = emptySequence()
    } else if (character === '|' && open.length > 0) {
      open.at(-1)?.options.push(current)
      current = emptySequence()
    } else if (character === '}' && open.length > 0) {
      current = close(open.pop(), current)
      if (current.depth > maxDepth) return 'too_deep'
    } else add(current, character)
  }
  // Braces that were never closed are text.
  for (let frame = open.pop(); frame; frame = open.pop()) {
    const { before, options } = frame
    add(before, '{')
    for (const option of options) {
      append(before, option)
      add(before, '|')
    }
    append(before, current)
    current = before
  }
  return current
}

function close(
  frame: { before: Sequence; options: Sequence[] } | undefined,
  last: Sequence,
): Sequence {
  if (!frame) return last
  const { before, options } = frame
  if (options.length === 0) {
    add(before, '{')
    append(before, last)
    add(before, '}')
    return before
  }
  const all = [...options, last]
  add(before, {
    options: all,
    count: all.reduce((sum, { count }) => sum + count, 0),
    depth: 1 + Math.max(...all.map(({ depth }) => depth)),
  })
  return before
}

const emptySequence = (): Sequence => ({ parts: [], count: 1, depth: 0 })

/** Adds one part; neighbouring texts become one. Counts stop where they no longer matter. */
function add(sequence: Sequence, part: Part): void {
  const last = sequence.parts.length - 1
  const before = sequence.parts[last]
  if (typeof part === 'string' && typeof before === 'string') sequence.parts[last] = before + part
  else sequence.parts.push(part)
  if (typeof part === 'string') return
  sequence.count = Math.min(sequence.count * part.count, maxCombinations + 1)
  sequence.depth = Math.max(sequence.depth, part.depth)
}

function append(sequence: Sequence, other: Sequence): void {
  for (const part of other.parts) add(sequence, part)
}

/** Writes one combination: the last alternatives change first. */
function write({ parts }: Sequence, index: number): string {
  let left = index
  const texts = parts.toReversed().map((part) => {
    if (typeof part === 'string') return part
    const own = left % part.count
    left = Math.floor(left / part.count)
    return writeOption(part, own)
  })
  return texts.toReversed().join('')
}

function writeOption({ options }: Alternatives, index: number): string {
  let left = index
  for (const option of options) {
    if (left < option.count) return write(option, left)
    left -= option.count
  }
  throw new RangeError(`No option ${index}`)
}
