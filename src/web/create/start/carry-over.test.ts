import { describe, expect, it } from 'vitest'
import { findModel } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { enteredValues, transferableValues } from './carry-over.ts'

const named = (id: string) => {
  const model = findModel(id)
  if (!model) throw new Error(`no ${id}`)
  return model
}

const image = '/media/1/a.png'

describe('the values that the next form takes over', () => {
  it('are prompt and files, and no settings', () => {
    const from = named('image-to-video')
    const values = {
      ...initialValues(from),
      prompt: 'a fox runs',
      image_url: image,
      num_frames: 100,
      seed: 7,
    }
    expect(enteredValues(from, values)).toEqual({ prompt: 'a fox runs', image_url: image })
  })

  it('leaves out the initial values of the form', () => {
    expect(enteredValues(named('vace'), initialValues(named('vace')))).toEqual({})
  })

  it('fills the fields of the same name', () => {
    expect(
      transferableValues(named('wan-v2-2-5b'), {
        prompt: 'a fox',
        image_url: image,
        video_url: '/media/2/b.mp4',
      }),
    ).toEqual({
      prompt: 'a fox',
      image_url: image,
    })
  })

  it('uses an image as the start frame, and a start frame as the image', () => {
    expect(transferableValues(named('first-to-last-frame'), { image_url: image })).toEqual({
      start_image_url: image,
    })
    expect(transferableValues(named('image-to-video'), { start_image_url: image })).toEqual({
      image_url: image,
    })
  })

  it('adds nothing to a form without such fields', () => {
    expect(
      transferableValues(named('text-to-video'), { image_url: image, num_frames: 99 }),
    ).toEqual({})
  })
})
