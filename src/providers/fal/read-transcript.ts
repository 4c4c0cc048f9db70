import { type HeardPart, segmentsOf, type Transcript } from '#core/generations/rules/transcript.ts'
import { asObject } from './read-files.ts'

/** A pause that ends a segment, its longest time and text: two lines of subtitles. In s. */
const longestPause = 0.8
const longestSegment = 7
const longestText = 84

const maxLanguage = 40

/**
 * Reads when the parts of a transcription are said: whisper's `chunks`, or the `words` of other
 * endpoints, joined to sentences (docs/providers/fal.md#endpoints). `null`: the answer has no times.
 */
export function readTranscript(answer: Record<string, unknown>): Transcript | null {
  const chunks = listOf(answer.chunks).map(chunkOf)
  const parts = chunks.length > 0 ? chunks : joinWords(listOf(answer.words).map(wordOf))
  const segments = segmentsOf(parts)
  return segments.length > 0 ? { language: languageOf(answer), segments } : null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function chunkOf(given: unknown): HeardPart {
  const { timestamp, text } = asObject(given)
  const [start, end] = listOf(timestamp)
  return { start: timeOf(start), end: timeOf(end), text: textOf(text) }
}

function wordOf(given: unknown): HeardPart {
  const { start, end, text } = asObject(given)
  return { start: timeOf(start), end: timeOf(end), text: textOf(text) }
}

const timeOf = (value: unknown) => (typeof value === 'number' ? value : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Words, with the spaces between them, as sentences: until an end, a pause, or two lines. */
function joinWords(words: readonly HeardPart[]): HeardPart[] {
  const joined: HeardPart[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (!last || isComplete(last, word)) joined.push({ ...word })
    else {
      last.text += word.text
      if (word.text.trim() !== '') last.end = word.end ?? last.end
    }
  }
  return joined
}

function isComplete({ start, end, text }: HeardPart, next: HeardPart): boolean {
  if (next.text.trim() === '') return false
  const hasEnded = /[.!?\u2026]["'\u201d\u2019)]*\s*$|[\u3002\uff01\uff1f]$/.test(text)
  const pause = next.start !== null && end !== null ? next.start - end : 0
  const length = next.end !== null && start !== null ? next.end - start : 0
  const isFull = text.length + next.text.length > longestText
  return hasEnded || pause > longestPause || length > longestSegment || isFull
}

/** Whisper lists the languages that it heard, others name one. */
function languageOf({ inferred_languages: heard, language_code: code, languages }: Json) {
  const named = [listOf(heard)[0], code, listOf(languages)[0]]
  const language = named.find((one) => typeof one === 'string' && one.length <= maxLanguage)
  return typeof language === 'string' ? language : null
}

type Json = Record<string, unknown>
