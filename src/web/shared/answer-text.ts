import type { GenerationView } from '#core/generations/generation-contract.ts'
import { developmentMarker } from '#core/models/rules/model.ts'

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

type Answered = Pick<GenerationView, 'prompt' | 'answer' | 'created_at'>

/**
 * The answer as a text file, named with the current day in the reader's time zone: the question, an
 * empty line, the answer.
 */
export function answerFile({ prompt, answer, created_at }: Answered): {
  name: string
  text: string
} {
  const date = new Date(created_at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return {
    name: `image-analysis-${day.join('-')}.txt`,
    text: `${prompt}\n\n${answerText(answer ?? '').text}\n`,
  }
}
