import { describe, expect, it } from 'vitest'
import { fluxDev } from './models/flux-dev.ts'
import { prefill } from './prefill.ts'

describe('prefill from an address', () => {
  it('reads fields by their own names and by the documents’ aliases', () => {
    const { values, ignored } = prefill(fluxDev, {
      prompt: 'a fox',
      negative_prompt: 'blur',
      steps: '40',
      cfg_scale: '7',
      seed: '12',
      num_images: '3',
      enable_safety_checker: 'false',
    })
    expect(values).toMatchObject({
      prompt: 'a fox',
      negative_prompt: 'blur',
      num_inference_steps: 40,
      guidance_scale: 7,
      seed: 12,
      num_images: 3,
      enable_safety_checker: false,
    })
    expect(ignored).toEqual([])
  })

  it('finds the size from width and height', () => {
    expect(prefill(fluxDev, { width: '1024', height: '576' }).values.image_size).toBe('landscape_16_9')
    expect(prefill(fluxDev, { width: '1', height: '2' }).values.image_size).toBe('square_hd')
  })

  it('leaves nonsense out, says which, and keeps the defaults', () => {
    const { values, ignored } = prefill(fluxDev, { steps: '999', seed: 'abc', image_size: 'huge', utm_source: 'x' })
    expect(values).toMatchObject({ num_inference_steps: 28, seed: undefined, image_size: 'square_hd' })
    expect(ignored.toSorted()).toEqual(['image_size', 'seed', 'steps'])
  })
})
