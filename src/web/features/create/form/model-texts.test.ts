import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtInModels, ownFieldTexts } from '#catalogue/catalogue.ts'
import type { LocalText } from '#catalogue/fields.ts'
import type { Model } from '#catalogue/model.ts'
import { fieldMessage } from '#contract/field-messages.ts'
import { languages } from '#contract/languages.ts'
import { fieldText, optionText } from '#web/shared/field-texts.ts'
import { modelStrength } from './model-texts.ts'

/** Every text of a model's own file. */
function textsIn({ strength, fields }: Model): LocalText[] {
  const ofFields = Object.values(fields).flatMap(({ texts }) => {
    if (!texts) return []
    const { options = {}, ...others } = texts
    return [...Object.values(others), ...Object.values(options).flatMap(Object.values<LocalText>)]
  })
  return strength ? [strength, ...ofFields] : ofFields
}

const offered = builtInModels.filter(({ hidden }) => !hidden)
const words = /^[a-z_]+$/

describe('the texts of the forms', () => {
  beforeAll(() => vi.stubGlobal('location', { pathname: '/' }))
  afterAll(() => vi.unstubAllGlobals())

  it.each([...new Set(builtInModels.flatMap(({ fields }) => Object.keys(fields)))])(
    'name the field %s',
    (name) => {
      expect(fieldText(name).label()).not.toBe(name)
    },
  )

  // The API has no forms: its field names are listed beside its messages, and must be the same.
  it.each([...new Set(builtInModels.flatMap(({ fields }) => Object.keys(fields)))])(
    'name the field %s as the API’s messages do',
    (name) => {
      const problem = { field: name, problem: 'required' } as const
      expect(fieldMessage(problem, 'en')).toBe(fieldMessage(problem, 'en', fieldText(name).label()))
      expect(fieldMessage(problem, 'zh')).not.toContain(name)
    },
  )

  it.each(offered)('describe the strengths of $id for $generationType', (model) => {
    expect(modelStrength(model)).toBeTruthy()
  })

  it.each(builtInModels)(
    'in the file of $id are in the languages that all models’ files have',
    (model) => {
      const codes = new Set(builtInModels.flatMap(textsIn).flatMap((text) => Object.keys(text)))
      expect(languages).toEqual(expect.arrayContaining([...codes]))
      for (const text of textsIn(model)) expect(Object.keys(text).sort()).toEqual([...codes].sort())
    },
  )

  it.each(builtInModels)('of $id use one name for a field everywhere', ({ fields }) => {
    for (const [name, { texts }] of Object.entries(fields))
      if (texts) expect(ownFieldTexts().get(name)).toEqual(texts)
  })

  const options = builtInModels.flatMap(({ fields }) =>
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
