import { describe, expect, it, onTestFinished } from 'vitest'
import { builtInModels, setModels } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev } from '#testing/models.ts'
import { type Draft, parseDraft } from './draft.ts'

const type = 'text-to-image'

/** The draft after a round trip through the tab's storage. */
function stored(draft: Partial<Omit<Draft, 'model'>> & { model?: unknown }): unknown {
  return JSON.parse(
    JSON.stringify({ model: 'flux-dev', isPublic: true, setAside: {}, isWanted: false, ...draft }),
  )
}

describe('parseDraft', () => {
  it('restores all typed values', () => {
    const values = {
      ...initialValues(fluxDev),
      prompt: ' a fox ',
      num_images: 3,
      guidance_scale: 7.5,
    }
    const draft = parseDraft(
      type,
      stored({ values, isPublic: false, isWanted: true, setAside: { note: 'x' } }),
    )
    expect(draft).toEqual({
      model: fluxDev,
      values,
      isPublic: false,
      isWanted: true,
      setAside: { note: 'x' },
    })
  })

  it.each([undefined, null, 'yes'])(
    'leaves the visibility to the account, when %j was selected',
    (isPublic) => {
      expect(parseDraft(type, { model: 'flux-dev', values: {}, isPublic })).not.toHaveProperty(
        'isPublic',
      )
    },
  )

  it('keeps a prompt that is too long, so that no typed text is lost', () => {
    const prompt = 'x'.repeat(2500)
    expect(parseDraft(type, stored({ values: { prompt } }))?.values.prompt).toBe(prompt)
  })

  it('resets a value that the model no longer accepts', () => {
    const values = {
      prompt: 'a fox',
      num_inference_steps: 9000,
      image_size: 'huge',
      num_images: '2',
      seed: -1,
    }
    expect(parseDraft(type, stored({ values }))?.values).toEqual({
      ...initialValues(fluxDev),
      prompt: 'a fox',
    })
  })

  it('moves the texts to the first model when its own may not be used any more', () => {
    const others = builtInModels.filter(({ id }) => id !== 'flux-dev')
    setModels(others, [fluxDev])
    onTestFinished(() => setModels(builtInModels, []))
    const values = { prompt: 'a fox', num_inference_steps: 40 }
    const parentId = '01990000-0000-7000-8000-00000000ada0'
    const draft = parseDraft(type, stored({ values, isPublic: false, isWanted: true, parentId }))
    expect(draft).toMatchObject({ model: { id: 'flux-schnell' }, isPublic: false, isWanted: false })
    expect(draft?.values.prompt).toBe('a fox')
    expect(draft).not.toHaveProperty('parentId')
  })

  it.each([undefined, null, 'text', [], { model: 'gone' }, { model: 'sd35' }])(
    'is nothing for %j',
    (nonsense) => {
      expect(parseDraft(type, nonsense)).toBeUndefined()
    },
  )
})
