import { describe, expect, it } from 'vitest'
import { catalogue } from '#catalogue/catalogue.ts'
import { fieldText } from '../../../work/texts/field-texts.ts'
import { optionText } from '../../../work/texts/option-texts.ts'
import { modelStrength } from './model-texts.ts'

const offered = catalogue.filter(({ hidden }) => !hidden)
const words = /^[a-z_]+$/

describe('the texts of the forms', () => {
  it.each([...new Set(catalogue.flatMap(({ fields }) => Object.keys(fields)))])('name the field %s', (name) => {
    expect(fieldText(name).label()).not.toBe(name)
  })

  it.each(offered)('say what $id is good at for $generationType', (model) => {
    expect(modelStrength(model)).toBeTruthy()
  })

  const options = catalogue.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { control }]) => {
      if (control.kind === 'segments') return control.options.map((option) => `${name} ${option}`)
      return control.kind === 'fixed' ? [`${name} ${control.value}`] : []
    }),
  )
  it.each([...new Set(options)].filter((option) => words.test(option.split(' ')[1] ?? '')))(
    'give the option %s a name of its own',
    (option) => {
      const [field = '', value = ''] = option.split(' ')
      if (value === 'true' || value === 'false') return
      expect(optionText(field, value).label).not.toBe(value)
    },
  )
})
