import { describe, expect, it } from 'vitest'
import { initialValues } from '#catalogue/form-values.ts'
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

  it.each([undefined, null, 'text', [], { model: 'gone' }, { model: 'sd35' }])(
    'is nothing for %j',
    (nonsense) => {
      expect(parseDraft(type, nonsense)).toBeUndefined()
    },
  )
})
