import { describe, expect, it } from 'vitest'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { currentStartMode, modelsForStart, offeredStartModes, startModesOf } from './start-modes.ts'

const named = (generationType: string, id = generationType) => {
  const model = findModel(id, generationType)
  if (!model) throw new Error(`no ${id}`)
  return model
}

describe('the start mode of a generation', () => {
  it.each([
    ['text-to-video', ['text']],
    ['text-to-video-pro', ['text']],
    ['image-to-video', ['image']],
    ['first-to-last-frame', ['frames']],
    ['vace', ['video']],
    ['wan-v2-2-5b', ['text', 'image']],
  ])('%s begins with %j', (generationType, expected) => {
    expect(startModesOf(named(generationType))).toEqual(expected)
  })

  it('does not depend on a mask', () => {
    const kontext = named('image-editing', 'flux-pro-kontext')
    const image = kontext.fields.image_url
    if (!image) throw new Error('no image')
    const mask = {
      ...image,
      control: { kind: 'file', accept: 'image', maskOf: 'image_url' },
    } as const
    const model = { ...kontext, fields: { ...kontext.fields, mask_image_url: mask } }
    expect(startModesOf(model)).toEqual(['image'])
  })

  it('does not depend on a control image', () => {
    const ready = readyDefinitions.find(({ id }) => id === 'flux-control-lora-canny')
    expect(startModesOf(buildModel(ready as Definition))).toEqual(['text'])
  })

  it.each(['sync-lipsync-v2', 'latentsync', 'creatify-aurora'])(
    'of %s is its recording, whatever face it is given',
    (id) => {
      const ready = readyDefinitions.find((one) => one.id === id)
      expect(startModesOf(buildModel(ready as Definition))).toEqual(['audio'])
    },
  )

  it('does not depend on a recording that may be missing', () => {
    const wan = named('wan-v2-2-5b')
    const image = wan.fields.image_url
    if (!image) throw new Error('no image')
    const recording = { ...image, control: { kind: 'file', accept: 'audio' } } as const
    const { image_url: _image, ...others } = wan.fields
    expect(startModesOf({ ...wan, fields: { audio_url: recording, ...wan.fields } })).toEqual([
      'text',
      'image',
    ])
    expect(startModesOf({ ...wan, fields: { audio_url: recording, ...others } })).toEqual(['text'])
  })

  it('follows from the form where an image is optional', () => {
    const wan = named('wan-v2-2-5b')
    expect(currentStartMode(wan, { image_url: '' })).toBe('text')
    expect(currentStartMode(wan, { image_url: '/media/1/a.png' })).toBe('image')
    expect(currentStartMode(named('image-to-video'), { image_url: '' })).toBe('image')
  })

  it('is known for each kind', () => {
    expect(offeredStartModes('video')).toEqual(['text', 'image', 'frames', 'video'])
    expect(offeredStartModes('image')).toEqual(['text', 'image'])
    expect(offeredStartModes('image-editing')).toEqual(['image'])
    expect(offeredStartModes('audio')).toEqual(['video', 'audio'])
    expect(offeredStartModes('transcription')).toEqual(['audio'])
    expect(offeredStartModes('3d')).toEqual(['image'])
  })

  it('offers the models that support it, and no hidden one', () => {
    expect(modelsForStart('video', 'image').map(({ id }) => id)).toEqual([
      'image-to-video',
      'image-to-video-pro',
      'wan-v2-2-5b',
      'wan-v2-2-a14b',
    ])
    expect(modelsForStart('image', 'text').map(({ id }) => id)).not.toContain('sd35')
  })
})
