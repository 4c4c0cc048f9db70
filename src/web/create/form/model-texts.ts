import { textIn } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { formTexts } from '../create-kinds.ts'
import { startModesOf } from './start-modes.ts'

/** The strengths of a model, in a few words. */
export function modelStrength({ strength }: Pick<Model, 'strength'>): string | undefined {
  return strength && textIn(strength, currentLocale())
}

/** Example prompts for a model, in the reader's language. */
export function examplePrompts(model: Model): readonly string[] {
  const { prompts } = formTexts(model)
  const [start = 'text'] = startModesOf(model)
  return (prompts[start] ?? prompts.any ?? []).map((prompt) => prompt())
}
