import type { Model } from '#catalogue/model.ts'
import { termsOf } from './terms.ts'

/** What is known of a piece of work before it is made. */
type Work = { model: string; mode: string; input: Record<string, unknown> }

/** What a piece of work can be found by in its history; one whose model is no longer known by its prompt and its names. */
export function termsOfWork(model: Model | undefined, { model: id, mode, input }: Work): string[] {
  const text = input[model?.promptField ?? 'prompt']
  const pixels = model?.pixels?.(input)
  const size = pixels ? `${pixels.width}x${pixels.height}` : null
  return termsOf(typeof text === 'string' ? text : '', { model: id, mode, size })
}
