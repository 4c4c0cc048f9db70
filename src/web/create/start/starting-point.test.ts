import { describe, expect, it } from 'vitest'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev, fluxSchnell, janusPro } from '#testing/models.ts'
import type { Draft } from './draft.ts'
import { formQuery, remainingQuery, startingPoint } from './starting-point.ts'

const type = 'text-to-image'
const draft: Draft = {
  model: fluxDev,
  values: {
    ...initialValues(fluxDev),
    prompt: 'a heron',
    negative_prompt: 'rain',
    num_inference_steps: 40,
  },
  isPublic: false,
  setAside: {},
  isWanted: true,
}

describe('startingPoint', () => {
  it('opens with the first model when there is nothing else', () => {
    const { draft: opened, ignored } = startingPoint(type, {}, undefined)
    expect(opened).toMatchObject({
      model: fluxDev,
      values: initialValues(fluxDev),
      isWanted: false,
    })
    // Whether it is public follows from the account until it is chosen.
    expect(opened.isPublic).toBeUndefined()
    expect(ignored).toEqual([])
  })

  it('opens with the draft', () => {
    expect(startingPoint(type, {}, draft)).toEqual({ draft, ignored: [] })
  })

  it('lets a complete recipe replace the draft, and keeps the draft for undo', () => {
    const query = {
      prompt: 'a fox',
      modelId: 'flux-schnell',
      steps: '8',
      width: '512',
      height: '512',
    }
    const point = startingPoint(type, query, draft)
    expect(point.draft.model).toBe(fluxSchnell)
    expect(point.draft.values).toEqual({
      ...initialValues(fluxSchnell),
      prompt: 'a fox',
      num_inference_steps: 8,
      image_size: 'square',
    })
    expect(point.replaced).toBe(draft)
    expect(point.draft.isWanted).toBe(false)
  })

  it('changes only the fields that the address names when it has no prompt', () => {
    const { draft: opened, replaced } = startingPoint(
      type,
      { num_inference_steps: '28', num_images: '2' },
      draft,
    )
    expect(opened.values).toEqual({ ...draft.values, num_inference_steps: 28, num_images: 2 })
    expect(replaced).toBeUndefined()
  })

  it('switches the draft to the model of the address', () => {
    const { draft: opened } = startingPoint(type, { model: 'janus-pro' }, draft)
    expect(opened.model).toBe(janusPro)
    expect(opened.values.prompt).toBe('a heron')
    expect(opened.setAside).toEqual({ negative_prompt: 'rain' })
  })

  it.each(['no-such-model', 'sd35'])('reports that it ignored the model %s', (model) => {
    const point = startingPoint(type, { model, prompt: 'a fox', seed: 'x' }, undefined)
    expect(point.draft.model).toBe(fluxDev)
    expect(point.ignored).toEqual(['model', 'seed'])
  })
})

describe('startingPoint of other kinds', () => {
  it('fills file fields with the addresses given, whatever the documents call them', () => {
    const { draft: opened, ignored } = startingPoint(
      'image-to-video',
      { imageSrc: 'https://x.example/a.png' },
      undefined,
    )
    expect(opened.values.image_url).toBe('https://x.example/a.png')
    expect(ignored).toEqual([])
  })

  it('reports a file without a field, and ignores empty values', () => {
    const query = {
      prompt: 'a fox',
      end_image_url: 'https://x.example/b.png',
      quality: 'high',
      duration: '5',
    }
    expect(startingPoint('text-to-video', query, undefined).ignored).toEqual(['end_image_url'])
  })

  it('accepts a question as a complete recipe', () => {
    const before = startingPoint(
      'image-understanding',
      { question: 'What is it?', image: '/media/1/a.png' },
      undefined,
    )
    expect(before.draft.values).toMatchObject({
      question: 'What is it?',
      image: '/media/1/a.png',
      seed: 42,
    })
    const after = startingPoint('image-understanding', { question: 'And this?' }, before.draft)
    expect(after.draft.values).toMatchObject({ question: 'And this?', image: '' })
    expect(after.replaced).toBe(before.draft)
  })

  it('accepts the text of speech as a complete recipe', () => {
    const before = startingPoint('text-to-speech', { text: 'Hello', voice: 'Aria' }, undefined)
    const after = startingPoint('text-to-speech', { text: 'Good evening' }, before.draft)
    expect(after.draft.values).toMatchObject({ text: 'Good evening', voice: 'Rachel' })
    expect(after.replaced).toBe(before.draft)
  })

  it('does not mention an untouched draft', () => {
    const { draft: untouched } = startingPoint('vace', {}, undefined)
    expect(startingPoint('vace', { prompt: 'a fox' }, untouched).replaced).toBeUndefined()
  })
})

describe('the query of an address', () => {
  const search = '?prompt=a+fox&cfg_weight=5&showcase_title=x&ref=y&steps=nonsense'

  it('goes to the form where it names a field or its alias', () => {
    expect(formQuery(type, search)).toEqual({ prompt: 'a fox', cfg_weight: '5', steps: 'nonsense' })
  })

  it('keeps the rest', () => {
    expect(remainingQuery(type, search)).toBe('?showcase_title=x&ref=y')
    expect(remainingQuery(type, '?prompt=a')).toBe('')
  })
})

describe('the parameters of an address for the generation itself', () => {
  const parent = '0199f3a2-7c1e-7b1a-8d2f-5c9e3b7a1d44'

  it('are its parent and its visibility', () => {
    const query = { prompt: 'a fox', parent, is_public: 'true' }
    expect(startingPoint(type, query, draft).draft).toMatchObject({
      parentId: parent,
      isPublic: true,
    })
    expect(formQuery(type, `?parent=${parent}&is_public=true`)).toEqual({
      parent,
      is_public: 'true',
    })
  })

  it('are removed by a new recipe, and kept by a link that changes a setting', () => {
    const again: Draft = { ...draft, parentId: parent }
    expect(startingPoint(type, { prompt: 'a fox' }, again).draft.parentId).toBeUndefined()
    expect(startingPoint(type, { num_images: '2' }, again).draft.parentId).toBe(parent)
  })

  it('are ignored where they are invalid', () => {
    const { draft: opened } = startingPoint(
      type,
      { prompt: 'a fox', parent: '1', is_public: 'maybe' },
      draft,
    )
    expect(opened).toMatchObject({ parentId: undefined, isPublic: false })
  })
})
