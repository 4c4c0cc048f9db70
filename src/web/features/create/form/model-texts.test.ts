import { describe, expect, it } from 'vitest'
import { catalogue } from '#catalogue/catalogue.ts'
import { fieldMessage } from '#contract/field-messages.ts'
import { fieldText, optionText } from '#web/shared/field-texts.ts'
import { modelStrength } from './model-texts.ts'

const offered = catalogue.filter(({ hidden }) => !hidden)
const words = /^[a-z_]+$/

describe('the texts of the forms', () => {
  it.each([...new Set(catalogue.flatMap(({ fields }) => Object.keys(fields)))])(
    'name the field %s',
    (name) => {
      expect(fieldText(name).label()).not.toBe(name)
    },
  )

  // The API has no forms: its names are written beside its messages, and must be these.
  it.each([...new Set(catalogue.flatMap(({ fields }) => Object.keys(fields)))])(
    'call the field %s as the API’s messages do',
    (name) => {
      const problem = { field: name, problem: 'required' } as const
      expect(fieldMessage(problem, 'en')).toBe(fieldMessage(problem, 'en', fieldText(name).label()))
      expect(fieldMessage(problem, 'zh')).not.toContain(name)
    },
  )

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
