import { describe, expect, it } from 'vitest'
import { catalogue, offeredModels } from '#catalogue/catalogue.ts'
import { fieldText } from './field-texts.ts'
import { formHeading, modelStrength } from './model-texts.ts'

const built = ['text-to-image']
const models = built.flatMap(offeredModels)

describe('the texts of the forms', () => {
  it.each([...new Set(catalogue.flatMap(({ fields }) => Object.keys(fields)))])('name the field %s', (name) => {
    expect(fieldText(name).label()).not.toBe(name)
  })

  it.each(models.map(({ id }) => id))('say what %s is good at', (id) => {
    expect(modelStrength(id)).toBeTruthy()
  })

  it.each(built)('head the form of %s', (generationType) => {
    expect(formHeading(generationType)?.title).toBeTruthy()
  })
})
