import type { CompositionName } from './compositions.ts'
import type { NamedColour } from './palette.ts'
import { placeWords } from './place-words.ts'
import { colourWords, lightWords, moodWords } from './style-words.ts'

/**
 * The meaning of some words of a prompt. Chinese words match anywhere, English ones as whole words
 * or plurals.
 */
export type WordRow = {
  words: string
  /** Words that give the row another meaning. */
  unless?: string
  scenes?: Partial<Record<CompositionName, number>>
  tags?: string
  colour?: NamedColour
}

/** The parts of a prompt that the images use. */
export type PromptReading = {
  scenes: Map<CompositionName, number>
  tags: Set<string>
  colours: NamedColour[]
}

const rows: readonly WordRow[] = [...placeWords, ...lightWords, ...moodWords, ...colourWords]

/**
 * Reads a prompt. Unknown words have no meaning here; they still change the image through its seed.
 */
export function readPrompt(prompt: string): PromptReading {
  const text = prompt.toLowerCase()
  const tokens = text.match(/[a-z]+/g) ?? []
  const spoken = new Set(tokens.flatMap(singulars))
  const phrase = ` ${tokens.join(' ')} `
  const found = rows
    .map((row) => ({ row, place: firstPlace(row, { text, phrase, spoken }) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)

  const reading: PromptReading = { scenes: new Map(), tags: new Set(), colours: [] }
  for (const { row } of found) {
    for (const [scene, weight] of Object.entries(row.scenes ?? {})) {
      const name = scene as CompositionName
      reading.scenes.set(name, (reading.scenes.get(name) ?? 0) + weight)
    }
    for (const tag of row.tags?.split(' ') ?? []) reading.tags.add(tag)
    if (row.colour) reading.colours.push(row.colour)
  }
  return reading
}

type Spoken = { text: string; phrase: string; spoken: ReadonlySet<string> }

/** The position of the row's first word in the prompt, or -1. */
function firstPlace({ words, unless }: WordRow, prompt: Spoken): number {
  const { text, phrase, spoken } = prompt
  if (unless && firstPlace({ words: unless }, prompt) >= 0) return -1
  const places = words.split(' ').map((word) => {
    if (!/^[a-z-]+$/.test(word)) return text.indexOf(word)
    if (word.includes('-')) return phrase.search(new RegExp(` ${word.replaceAll('-', ' ')}s? `))
    return spoken.has(word) ? text.indexOf(word) : -1
  })
  return places.reduce(
    (first, place) => (place >= 0 && (first < 0 || place < first) ? place : first),
    -1,
  )
}

function singulars(token: string): string[] {
  return [
    token,
    token.replace(/s$/, ''),
    token.replace(/es$/, ''),
    token.replace(/ies$/, 'y'),
    token.replace(/y$/, ''),
  ]
}
