import { describe, expect, it, vi } from 'vitest'
import { findModel } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { accountView } from '#testing/account.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { refusalOfAll, totalOf } from '#web/shared/start/start-several.ts'
import { recipesByModel, recipesBySetting } from './several-recipes.ts'

vi.stubGlobal('location', new URL('http://atelier.test/creator/image/text-to-image'))

const model = findModel('flux-schnell', 'text-to-image')
if (!model) throw new Error('flux-schnell is not offered')
const recipe: Recipe = {
  model,
  values: { ...initialValues(model), prompt: 'A fox in the snow' },
  isPublic: true,
}
const account = (credits: number, more = {}) =>
  accountView({ credits: { left_credits: credits }, ...more })

describe('several generations of one prompt', () => {
  const chosen = recipesByModel(recipe).slice(0, 3)
  const { credits: total } = totalOf(chosen, cataloguePrices)
  const refusal = (credits: number, more = {}) =>
    refusalOfAll(chosen, account(credits, more), cataloguePrices)?.refusal

  it('keep the prompt in each model', () => {
    expect(chosen.map(({ values }) => values.prompt)).toEqual(Array(3).fill('A fox in the snow'))
    expect(new Set(chosen.map(({ model: { id } }) => id)).size).toBe(3)
  })

  it('are allowed when the credits are exactly enough for all, and refused with one less', () => {
    expect(refusal(total)).toBeUndefined()
    expect(refusal(total - 1)).toEqual({
      reason: 'insufficient_credits',
      required: total,
      current: total - 1,
    })
  })

  it('count together against the limit of a day, and each against that of one job', () => {
    const limits = (daily_cap: number | null, job_ceiling: number | null) => ({
      limits: { daily_cap, job_ceiling, spent_today: 0 },
    })
    expect(refusal(10_000, limits(total, null))).toBeUndefined()
    expect(refusal(10_000, limits(total - 1, null))?.reason).toBe('daily_cap')
    expect(refusal(10_000, limits(null, total - 1))).toBeUndefined()
    expect(refusal(10_000, limits(null, 1))?.reason).toBe('job_ceiling')
  })

  it('are refused for a missing prompt before anything else', () => {
    const empty = recipesByModel({ ...recipe, values: { ...recipe.values, prompt: '' } })
    expect(refusalOfAll(empty, null, cataloguePrices)).toMatchObject({
      refusal: { reason: 'invalid_input' },
      index: 0,
    })
  })

  it('differ in one setting only', () => {
    const sizes = recipesBySetting(recipe, 'image_size')
    expect(sizes.length).toBeGreaterThan(1)
    for (const { value, recipe: one } of sizes)
      expect(one.values).toEqual({ ...recipe.values, image_size: value })
  })
})
