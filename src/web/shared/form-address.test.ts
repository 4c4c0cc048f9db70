import { describe, expect, it } from 'vitest'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { formAddress } from './form-address.ts'

const record = { id: 'g1', generation_type: 'text-to-image', is_public: false }

describe('the address that opens a record in its form', () => {
  it('is the form of its type, with its model', () => {
    const address = formAddress({ ...record, model: 'flux-dev', input: { prompt: 'a fox' } })
    expect(address).toEqual({
      to: '/creator/image/text-to-image',
      query: { model: 'flux-dev', prompt: 'a fox', is_public: 'false', parent: 'g1' },
    })
  })

  it.each(offeredModels('text-to-image'))('restores the whole input of $id', (model) => {
    const input = {
      ...initialValues(model),
      prompt: 'a fox, 雪',
      num_images: 3,
      seed: 42,
      enable_safety_checker: false,
    }
    const { query } = formAddress({
      ...record,
      generation_type: model.generationType,
      model: model.id,
      input,
    })
    expect(prefill(model, query)).toMatchObject({ values: input, ignored: [] })
  })

  it('leaves out unset fields', () => {
    const { query } = formAddress({ ...record, model: 'm', input: { seed: null } })
    expect(query).toEqual({ model: 'm', is_public: 'false', parent: 'g1' })
  })
})
