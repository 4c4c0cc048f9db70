import { describe, expect, it } from 'vitest'
import { findModel } from './catalogue.ts'
import { choice, shape, wholeNumber } from './fields.ts'
import { nearestLength, nearestSize, parseSize } from './nearest-option.ts'

function model(id: string) {
  const found = findModel(id)
  if (!found) throw new Error(`No model ${id}`)
  return found
}

describe('a size', () => {
  it.each([
    ['1024x1536', { width: 1024, height: 1536 }],
    ['16x16384', { width: 16, height: 16_384 }],
  ])('%s is read', (text, pixels) => expect(parseSize(text)).toEqual(pixels))

  it.each(['auto', '1024', '1024X1024', '15x100', '100x16385', '-1x100', ' 64x64', '1e3x100', ''])(
    'is not %j',
    (text) => expect(parseSize(text)).toBeUndefined(),
  )

  it.each([
    ['256x256', 'square'],
    ['512x512', 'square'],
    ['1024x1024', 'square_hd'],
    ['4096x4096', 'square_hd'],
    ['1536x1024', 'landscape_4_3'],
    ['1024x1536', 'portrait_4_3'],
    ['1792x1024', 'landscape_16_9'],
    ['1024x1792', 'portrait_16_9'],
  ])('%s is %s of the named ones', (size, name) => {
    const pixels = parseSize(size)
    expect(pixels && nearestSize(model('flux-dev'), pixels)).toEqual({ image_size: name })
  })

  it('is a ratio where the model has ratios, and never auto', () => {
    const edit = model('flux-pro-kontext')
    expect(nearestSize(edit, { width: 1024, height: 1024 })).toEqual({ aspect_ratio: '1:1' })
    expect(nearestSize(edit, { width: 1536, height: 1024 })).toEqual({ aspect_ratio: '3:2' })
    expect(nearestSize(edit, { width: 720, height: 1280 })).toEqual({ aspect_ratio: '9:16' })
  })

  it('decides the resolution of a video by its shorter side', () => {
    const video = model('text-to-video')
    expect(nearestSize(video, { width: 1280, height: 720 })).toEqual({
      aspect_ratio: '16:9',
      resolution: '720p',
    })
    expect(nearestSize(video, { width: 480, height: 854 })).toEqual({
      aspect_ratio: '9:16',
      resolution: '480p',
    })
  })

  it('stays within the limits and steps of sides in pixels', () => {
    const side = () => wholeNumber({ min: 256, max: 1440, step: 32, initially: 1024 })
    const fields = { width: side(), height: side() }
    expect(nearestSize({ fields }, { width: 1000, height: 4000 })).toEqual({
      width: 992,
      height: 1440,
    })
  })

  it('means nothing to a model without a shape', () => {
    expect(nearestSize(model('eleven-v3'), { width: 512, height: 512 })).toEqual({})
    expect(
      nearestSize({ fields: { mood: shape(['auto', 'calm'], 'auto') } }, { width: 1, height: 1 }),
    ).toEqual({})
  })
})

describe('a length', () => {
  it('is the nearest option, number of seconds, or number of frames', () => {
    expect(nearestLength({ fields: { duration: choice(['5', '10'], '5') } }, 8)).toEqual({
      duration: '10',
    })
    const seconds = wholeNumber({ min: 3, max: 9, initially: 3 })
    expect(nearestLength({ fields: { seconds } }, 12)).toEqual({ seconds: 9 })
    expect(nearestLength(model('text-to-video'), 6)).toEqual({ num_frames: 96 })
    expect(nearestLength(model('text-to-video'), 4)).toEqual({ num_frames: 81 })
    expect(nearestLength(model('text-to-video'), 12)).toEqual({ num_frames: 100 })
  })

  it('is fixed by some models', () => {
    expect(nearestLength(model('text-to-video-pro'), 12)).toEqual({})
  })
})
