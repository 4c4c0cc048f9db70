import { describe, expect, it } from 'vitest'
import type { Field } from '#core/models/rules/fields.ts'
import { file } from '#core/models/rules/file-field.ts'
import { imageFields } from './choose-model.ts'

describe('the fields for the images of a client', () => {
  const guide = file('image', { required: true, controlImage: ['edges'] }) as Field
  const image_url = file('image', { required: true }) as Field
  const mask_url = file('image', { maskOf: 'image_url' }) as Field

  it('are the image and its mask, not a control image', () => {
    const found = { images: 'image_url', mask: 'mask_url', isList: false }
    expect(imageFields({ fields: { guide, image_url, mask_url } })).toEqual(found)
  })

  it('are none where a model has a control image alone', () => {
    expect(imageFields({ fields: { guide } })).toEqual({ isList: false })
  })
})
