import { describe, expect, it } from 'vitest'
import { findOtherForm } from './other-form.ts'

describe('findOtherForm', () => {
  it.each([
    ['text-to-video', undefined, { model: 'vace' }, '/creator/video/vace'],
    [
      'vace',
      undefined,
      { modelId: 'image-to-video-pro' },
      '/creator/image-to-video/image-to-video-pro',
    ],
    [
      'image-editing',
      'qwen-image-edit',
      { model: 'nano-banana-edit' },
      '/creator/ai-image-editor/nano-banana-edit',
    ],
    ['text-to-image', undefined, { model: 'image-to-image' }, '/creator/image/image-to-image'],
  ])('%s of %s leaves for %j', (type, modelId, query, path) => {
    expect(findOtherForm(type, modelId, query)).toBe(path)
  })

  it.each([
    ['text-to-video', undefined, {}],
    ['text-to-video', undefined, { model: 'text-to-video' }],
    ['text-to-video', undefined, { model: 'nonsense' }],
    ['text-to-image', undefined, { model: 'flux-dev' }],
    ['image-to-image', undefined, { model: 'flux-schnell' }],
    ['image-editing', undefined, { model: 'qwen-image-edit' }],
    ['image-editing', 'qwen-image-edit', { model: 'qwen-image-edit' }],
    ['text-to-video', undefined, { model: 'flux-dev' }],
  ])('%s of %s stays for %j', (type, modelId, query) => {
    expect(findOtherForm(type, modelId, query)).toBeUndefined()
  })
})
