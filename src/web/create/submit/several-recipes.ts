import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { Field, FieldOption } from '#core/models/rules/fields.ts'
import { availableValues } from '#core/models/rules/form-values.ts'
import { applies } from '#core/models/rules/parse-input.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { changeModel } from '../start/form-values.ts'

/** How many generations one comparison starts. */
export const [minSeveral, maxSeveral] = [2, 4]

/** The same content for each model that the form offers, the form's own first. */
export function recipesByModel(recipe: Recipe): Recipe[] {
  const { model, values } = recipe
  const others = offeredModels(model.generationType).filter(({ id }) => id !== model.id)
  return [
    recipe,
    ...others.map((other) => ({
      ...recipe,
      model: other,
      values: changeModel(model, other, values).values,
    })),
  ]
}

/** The settings of a form that have several values to compare. */
export function comparableSettings({ model, values }: Recipe): string[] {
  return Object.entries(model.fields).flatMap(([name, field]) =>
    applies(field, values) && !field.ignored && optionsOf(field).length >= minSeveral ? [name] : [],
  )
}

/** The same content for each value of one setting. */
export function recipesBySetting(
  recipe: Recipe,
  name: string,
): { value: FieldOption; recipe: Recipe }[] {
  const field = recipe.model.fields[name]
  if (!field) return []
  return optionsOf(field).flatMap((value) => {
    const values = availableValues(recipe.model, { ...recipe.values, [name]: value })
    // An option that needs another setting is not available here.
    return values[name] === value ? [{ value, recipe: { ...recipe, values } }] : []
  })
}

/** The options, or of a number five values over its range with the default among them. */
function optionsOf({ control, initially }: Field): readonly FieldOption[] {
  if (control.kind === 'segments' || control.kind === 'shape') return control.options
  if (control.kind !== 'number' || typeof initially !== 'number') return []
  const { min, max, step } = control
  const onStep = (value: number) => {
    const steps = Math.round((value - min) / step)
    return Number((min + steps * step).toFixed(6))
  }
  const marks = [min, (min + initially) / 2, initially, (initially + max) / 2, max].map(onStep)
  return [...new Set(marks)].filter((value) => value >= min && value <= max)
}
