import type { Price, Prices } from '#core/models/rules/price.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { totalOf } from '#web/shared/start/start-several.ts'
import {
  joinTemplates,
  maxPrompts,
  type PromptTemplate,
  parseTemplate,
  plain,
  promptLines,
  type TemplateProblem,
} from '../start/wildcards.ts'

/** How a text is read: as one prompt or a list of them, with alternatives or as it was typed. */
export type PromptReading = { isList: boolean; isLiteral: boolean }

const promptField = ({ model }: Recipe) => model.promptField ?? 'prompt'

/** The prompt as typed; empty for a model without one. */
export function promptOf(recipe: Recipe): string {
  const text = recipe.values[promptField(recipe)]
  return typeof text === 'string' ? text : ''
}

/** Whether the form has a text that can be several prompts. */
export function hasPrompt(recipe: Recipe): boolean {
  return recipe.model.fields[promptField(recipe)]?.control.kind === 'text'
}

/** The same content with another prompt. */
export function withPrompt(recipe: Recipe, prompt: string): Recipe {
  return { ...recipe, values: { ...recipe.values, [promptField(recipe)]: prompt } }
}

/** The prompts that a text stands for. */
export function readPrompts(
  text: string,
  { isList, isLiteral }: PromptReading,
): PromptTemplate | TemplateProblem {
  const templates: PromptTemplate[] = []
  for (const one of isList ? promptLines(text) : [text]) {
    const template = isLiteral ? plain(one) : parseTemplate(one)
    if (typeof template === 'string') return template
    templates.push(template)
  }
  return joinTemplates(templates)
}

/** What the prompt of a form stands for, if not for one; `total` of all, where all can be started. */
export type SeveralPrompts = {
  count: number
  total: Pick<Price, 'credits' | 'isMost'> | undefined
}

/** The prompts of a form; `undefined` where it has one, which `singleRecipe` has. */
export function severalPrompts(recipe: Recipe, prices: Prices): SeveralPrompts | undefined {
  const read = readForm(recipe)
  if (typeof read === 'string') return { count: 0, total: undefined }
  const { count, prompt } = read
  if (count === 1) return undefined
  if (count > maxPrompts) return { count, total: undefined }
  const recipes = Array.from({ length: count }, (_, at) => withPrompt(recipe, prompt(at)))
  return { count, total: totalOf(recipes, prices) }
}

/** What a form with one prompt starts, its escaped braces read. */
export function singleRecipe(recipe: Recipe): Recipe {
  const read = readForm(recipe)
  return typeof read === 'string' || !hasPrompt(recipe)
    ? recipe
    : withPrompt(recipe, read.prompt(0))
}

function readForm(recipe: Recipe): PromptTemplate | TemplateProblem {
  const isLiteral = !hasPrompt(recipe)
  return readPrompts(promptOf(recipe), { isList: false, isLiteral })
}
