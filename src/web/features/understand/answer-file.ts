import type { GenerationView } from '#contract/generation.ts'
import { answerText } from './answer-text.ts'

type Answered = Pick<GenerationView, 'prompt' | 'answer' | 'created_at'>

/**
 * The answer as a text file, named with the reader's day: the question, a line between, the answer.
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
