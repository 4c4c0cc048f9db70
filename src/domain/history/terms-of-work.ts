import type { Model } from '#catalogue/model.ts'
import { termsOf } from './terms.ts'

/** What is known of a piece of work before it is made. */
type Work = { model: string; mode: string; input: Record<string, unknown> }

/**
 * What a piece of work can be found by in its history; one whose model is no longer known by its
 * prompt and its names.
 */
export function searchTerms(model: Model | undefined, { model: id, mode, input }: Work): string[] {
  const pixels = model?.pixels?.(input)
  const size = pixels ? `${pixels.width}x${pixels.height}` : null
  return termsOf(promptOf(model, input), { model: id, mode, size })
}

/** The words a piece of work was asked for in; empty where there are none. */
export function promptOf(
  model: Pick<Model, 'promptField'> | undefined,
  input: Record<string, unknown>,
): string {
  const text = input[model?.promptField ?? 'prompt']
  return typeof text === 'string' ? text : ''
}
