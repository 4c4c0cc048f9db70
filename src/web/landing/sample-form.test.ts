import { afterEach, expect, it } from 'vitest'
import { builtInModels, setModels } from '#core/models/rules/catalogue.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { sampleForm } from './sample-form.ts'

afterEach(() => setModels(builtInModels, []))

const sample = {
  generationType: 'text-to-image',
  model: 'flux-schnell',
  prompt: () => 'A fox in the snow',
}
const offer = (isOffered: (id: string, type: string) => boolean) =>
  setModels(
    builtInModels.filter(({ id, generationType }) => isOffered(id, generationType)),
    [],
  )

it('fills the form of the sample’s model, with its price', () => {
  expect(sampleForm(sample, cataloguePrices)).toEqual({
    kind: 'image',
    to: '/creator/image/text-to-image',
    query: { model: 'flux-schnell', prompt: 'A fox in the snow' },
    credits: 20,
  })
  const dearer = { ...cataloguePrices, percent: 200 }
  expect(sampleForm(sample, dearer)?.credits).toBe(40)
})

it('names the field of the text as its model does', () => {
  const speech = { generationType: 'text-to-speech', model: 'eleven-v3', prompt: () => 'Hello' }
  expect(sampleForm(speech, cataloguePrices)?.query).toEqual({ model: 'eleven-v3', text: 'Hello' })
})

it('takes another model of the form where the sample’s is not offered', () => {
  offer((id) => id !== 'flux-schnell')
  expect(sampleForm(sample, cataloguePrices)?.query.model).toBe('flux-dev')
})

it('is left out where the studio offers no model of its form', () => {
  offer((_, type) => type !== 'text-to-image')
  expect(sampleForm(sample, cataloguePrices)).toBeUndefined()
})
