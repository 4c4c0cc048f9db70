import { describe, expect, it } from 'vitest'
import { firstToLastFrame, fluxDev, imageToImage, moondream3, wanA14b } from '#testing/models.ts'
import { vace } from '../definitions/vace.ts'
import { fieldOfParameter, prefill } from './prefill.ts'

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
    expect(prefill(fluxDev, { width: '1024', height: '576' }).values.image_size).toBe(
      'landscape_16_9',
    )
    expect(prefill(fluxDev, { width: '1', height: '2' }).values.image_size).toBe('square_hd')
  })

  it('leaves invalid values out, names them, and keeps the defaults', () => {
    const { values, ignored } = prefill(fluxDev, {
      steps: '999',
      seed: 'abc',
      image_size: 'huge',
      utm_source: 'x',
    })
    expect(values).toMatchObject({
      num_inference_steps: 28,
      seed: undefined,
      image_size: 'square_hd',
    })
    expect(ignored.toSorted()).toEqual(['image_size', 'seed', 'steps'])
  })

  it('fills slots with addresses, under the first name the model has', () => {
    expect(
      prefill(firstToLastFrame, {
        image: '/media/1/a.png',
        end_image_url: 'https://x.example/b.png',
      }).given,
    ).toEqual({
      start_image_url: '/media/1/a.png',
      end_image_url: 'https://x.example/b.png',
    })
    expect(prefill(moondream3, { image: '/media/1/a.png', prompt: 'What?' }).given).toEqual({
      image: '/media/1/a.png',
      question: 'What?',
    })
    expect(prefill(imageToImage, { image_strength: '0.5', image_url: 'nonsense' })).toMatchObject({
      given: { strength: 0.5 },
      ignored: ['image_url'],
    })
  })

  it('finds ratio and resolution from width and height', () => {
    expect(prefill(wanA14b, { width: '1280', height: '720', fps: '30' }).given).toEqual({
      aspect_ratio: '16:9',
      resolution: '720p',
      frames_per_second: 30,
    })
    expect(prefill(wanA14b, { width: '480', height: '848' }).given).toEqual({
      aspect_ratio: '9:16',
      resolution: '480p',
    })
  })

  it('lets an address change no fixed value, and does not report it', () => {
    expect(prefill(vace, { num_frames: '100', task: 'inpainting', shift: '7' })).toMatchObject({
      given: { task: 'inpainting' },
      ignored: [],
    })
  })

  it('selects the task that a given file is for', () => {
    const mask = 'https://x.example/mask.mp4'
    expect(prefill(vace, { mask_video_url: mask }).given).toEqual({
      task: 'inpainting',
      mask_video_url: mask,
    })
    expect(prefill(vace, { mask_video_url: mask, task: 'depth' }).given.task).toBe('depth')
    expect(prefill(vace, { mask_video_url: '' }).values.task).toBe('depth')
  })

  it('fills in a text that is too long, so that the user can shorten it', () => {
    const long = 'a'.repeat(2001)
    expect(prefill(fluxDev, { prompt: long })).toMatchObject({
      given: { prompt: long },
      ignored: [],
    })
  })

  it('names the field that a parameter sets', () => {
    expect(
      ['steps', 'imageSrc', 'style'].map((parameter) => fieldOfParameter(fluxDev, parameter)),
    ).toEqual(['num_inference_steps', 'image_url', 'style'])
  })

  it('reads the videos’ switches and options as the documents name them', () => {
    const query = {
      ...{
        enable_prompt_expansion: 'true',
        adjust_fps_for_interpolation: '0',
        interpolator_model: 'rife',
      },
      ...{
        num_interpolated_frames: '3',
        acceleration: 'fast',
        speed: 'high_quality',
        guidance_scale: '21',
      },
    }
    expect(prefill(wanA14b, query)).toMatchObject({
      given: {
        ...{
          enable_prompt_expansion: true,
          adjust_fps_for_interpolation: false,
          interpolator_model: 'rife',
        },
        ...{ num_interpolated_frames: 3, acceleration: 'regular', speed: 'high_quality' },
      },
      ignored: ['guidance_scale'],
    })
  })
})
