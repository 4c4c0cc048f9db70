import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Field, LocalText } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { fieldMessage } from '#core/texts/contract/field-messages.ts'
import { languages } from '#platform/languages/languages.ts'
import { fluxDev } from '#testing/models.ts'
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

/** The fields of a model without texts of their own. */
function sharedFields({ fields }: Model): string[] {
  return Object.keys(fields).filter((name) => !fields[name]?.texts)
}

const offered = builtInModels.filter(({ hidden }) => !hidden)
const words = /^[a-z_]+$/

describe('the texts of the forms', () => {
  beforeAll(() => vi.stubGlobal('location', { pathname: '/' }))
  afterAll(() => vi.unstubAllGlobals())

  it.each(builtInModels)('name every field of $id for $generationType', (model) => {
    for (const name of Object.keys(model.fields))
      expect(fieldText(name, model).label()).not.toBe(name)
  })

  // The API has no forms: its field names are listed beside its messages, and must be the same.
  it.each([...new Set(builtInModels.flatMap(sharedFields))])(
    'name the field %s as the API’s messages do',
    (name) => {
      const problem = { field: name, problem: 'required' } as const
      const label = fieldText(name, undefined).label()
      expect(fieldMessage(problem, 'en')).toBe(fieldMessage(problem, 'en', label))
      expect(fieldMessage(problem, 'zh')).not.toContain(name)
    },
  )

  it('of one model do not name the field of another', () => {
    const label = { en: 'Length of the song', zh: '歌曲长度' }
    const [own] = builtInModels.map(({ fields }) => ({
      fields: { ...fields, duration: { ...fields.prompt, texts: { label } } as Field },
    }))
    expect(fieldText('duration', own).label()).toBe(label.en)
    expect(fieldText('duration', fluxDev).label()).not.toBe(label.en)
  })

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

  it.each(builtInModels)('give the options of $id for $generationType names', (model) => {
    for (const [name, { control }] of Object.entries(model.fields)) {
      const fixed = control.kind === 'fixed' ? [control.value] : []
      const options = control.kind === 'segments' ? control.options : fixed
      const named = options.filter((option) => words.test(String(option)))
      for (const option of named.filter((each) => typeof each !== 'boolean'))
        expect(optionText(name, option, model).label).not.toBe(option)
    }
  })
})
