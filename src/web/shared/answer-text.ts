import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { developmentMarker } from '#core/models/rules/model.ts'
import { m } from '#web/messages/compiled/messages.js'

/**
 * The text to display, and whether the fal emulator wrote it
 * (docs/spec/creation.md#result-on-the-page).
 */
export function answerText(answer: string): { text: string; isMock: boolean } {
  return {
    text: answer.replaceAll(developmentMarker, '').trim(),
    isMock: answer.includes(developmentMarker),
  }
}

/**
 * The first 100 characters of a text and an ellipsis (docs/spec/creation.md#result-on-the-page).
 */
export function answerSnippet(answer: string): string {
  const characters = [...answerText(answer).text]
  return characters.length <= 100
    ? characters.join('')
    : `${characters.slice(0, 100).join('').trimEnd()}…`
}

/** What pages call the answer of a kind: to copy it, to make another one, and its place. */
export function answerWords(kind: Kind): { copy: string; another: string; place: string } {
  if (kindFacts[kind].display === 'transcript')
    return { copy: m.transcript_copy(), another: m.transcript_new(), place: m.transcript_text() }
  if (kind === 'text') return { copy: m.text_copy(), another: m.text_new(), place: m.nav_text() }
  return { copy: m.understand_copy(), another: m.understand_new(), place: m.understand_answer() }
}

type Answered = Pick<GenerationView, 'kind' | 'prompt' | 'answer' | 'created_at'>

/**
 * The answer as a text file, named with the current day in the reader's time zone: the question, an
 * empty line, the answer. Of a text, the text alone.
 */
export function answerFile({ kind, prompt, answer, created_at }: Answered): {
  name: string
  text: string
} {
  const date = new Date(created_at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const { text } = answerText(answer ?? '')
  return kind === 'text'
    ? { name: `text-${day.join('-')}.txt`, text: `${text}\n` }
    : { name: `image-analysis-${day.join('-')}.txt`, text: `${prompt}\n\n${text}\n` }
}
