import { describe, expect, it } from 'vitest'
import { findModel } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { promptOf, readPrompts, severalPrompts, singleRecipe } from './prompt-recipes.ts'

function recipeWith(prompt: string, [id, type, field] = fox): Recipe {
  const model = findModel(id, type)
  if (!model) throw new Error(`${id} is not offered`)
  return { model, values: { ...initialValues(model), [field]: prompt }, isPublic: true }
}

type Form = readonly [id: string, type: string, field: string]
const fox: Form = ['flux-schnell', 'text-to-image', 'prompt']
const speech: Form = ['eleven-v3', 'text-to-speech', 'text']

const several = (prompt: string, form?: Form) =>
  severalPrompts(recipeWith(prompt, form), cataloguePrices)

describe('the prompts of a form', () => {
  it('are counted with the price of all', () => {
    expect(several('a {red|blue|white} fox')).toEqual({
      count: 3,
      total: { credits: 3 * 20, isMost: false },
    })
  })

  it('are priced one by one, where the price follows the text', () => {
    const [short, long] = ['Good morning.', 'x'.repeat(2500)]
    const alone = (text: string) => several(`{${text}|${text}}`, speech)?.total?.credits ?? 0
    expect(alone(long)).toBeGreaterThan(alone(short))
    expect(several(`{${short}|${long}}`, speech)?.total?.credits).toBe(
      (alone(short) + alone(long)) / 2,
    )
  })

  it('have no price where they are more than start at once', () => {
    expect(several('{0|1|2|3|4|5|6|7}{0|1|2|3|4|5|6|7}')).toMatchObject({ count: 64 })
    expect(several('{0|1|2|3|4|5|6|7}{0|1|2|3|4|5|6|7|8}')).toEqual({
      count: 72,
      total: undefined,
    })
    expect(several('{0|1|2|3|4|5|6|7|8|9}'.repeat(7))).toEqual({ count: 0, total: undefined })
  })

  it('are one, with its escaped braces read', () => {
    expect(several('A fox in the snow')).toBeUndefined()
    expect(several('\\{a|b}')).toBeUndefined()
    expect(promptOf(singleRecipe(recipeWith('\\{a|b}')))).toBe('{a|b}')
    const plain = recipeWith('{"style": "oil"} \\| C:\\')
    expect(singleRecipe(plain)).toEqual(plain)
  })
})

describe('a text', () => {
  const prompts = (text: string, isList: boolean, isLiteral: boolean) => {
    const read = readPrompts(text, { isList, isLiteral })
    if (typeof read === 'string') return read
    return Array.from({ length: read.count }, (_, index) => read.prompt(index))
  }

  it('is read as one prompt or line by line, as typed or with alternatives', () => {
    const text = 'a {red|blue} fox\n\n a crane'
    expect(prompts(text, false, true)).toEqual([text])
    expect(prompts(text, true, true)).toEqual(['a {red|blue} fox', 'a crane'])
    expect(prompts(text, true, false)).toEqual(['a red fox', 'a blue fox', 'a crane'])
    expect(prompts(text, false, false)).toEqual(['a red fox\n\n a crane', 'a blue fox\n\n a crane'])
  })

  it('is refused when a line is', () => {
    expect(prompts(`a fox\n${'{0|1|2|3|4|5|6|7|8|9}'.repeat(7)}`, true, false)).toBe('too_many')
  })

  it('without a line has no prompts', () => {
    expect(prompts('\n ', true, false)).toEqual([])
  })
})
