import { describe, expect, it, vi } from 'vitest'
import { forwardTarget } from './forward-page.tsx'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

describe('forwardTarget', () => {
  it.each([
    [
      '/creator/image-editing',
      { model: 'qwen-image-edit' },
      '/creator/ai-image-editor/qwen-image-edit',
    ],
    ['/creator/image-editing', { model: 'gone' }, '/creator/ai-image-editor'],
    ['/creator/image-editing', {}, '/creator/ai-image-editor'],
    ['/creator/image-generation', { model: 'janus-pro' }, '/creator/image/text-to-image'],
    ['/creator/image-generation', { model: 'sd35' }, '/creator/image/text-to-image'],
    [
      '/creator/image-generation',
      { model: 'flux-dev', mode: 'image-to-image' },
      '/creator/image/image-to-image',
    ],
    [
      '/creator/image-generation',
      { model: 'flux-dev', image: '/media/1/a.png' },
      '/creator/image/image-to-image',
    ],
    ['/creator/image-generation', { mode: 'image-edit', model: 'x' }, '/creator/ai-image-editor'],
    ['/creator/video-generation', { model: 'vace' }, '/creator/video/vace'],
    [
      '/creator/video-generation',
      { model: 'image-to-video-pro' },
      '/creator/image-to-video/image-to-video-pro',
    ],
    [
      '/creator/video-generation',
      { image: '/media/1/a.png' },
      '/creator/image-to-video/image-to-video',
    ],
    ['/creator/video-generation', { model: 'gone' }, '/creator/video/text-to-video'],
  ])('%s with %j is %s', (path, query, target) => {
    expect(forwardTarget(path, query)).toBe(target)
  })

  it('is nothing for any other address', () => {
    expect(forwardTarget('/creator/image', {})).toBeUndefined()
  })
})
