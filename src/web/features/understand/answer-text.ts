import { developmentMarker } from '#catalogue/model.ts'

/**
 * The text to read, and whether the built-in engine wrote it
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
