import { describe, expect, it } from 'vitest'
import { builtInModels, findModel } from './catalogue.ts'
import type { Kind } from './kinds.ts'
import { parseInput } from './parse-input.ts'
import { deriveType, fileNames, unusedFiles } from './request-files.ts'

const url = 'https://files.example/file'

/**
 * The type of a request without one, by the files it contains. Written by hand from
 * docs/spec/creation.md#kinds.
 */
const derived: [kind: Kind, raw: Record<string, unknown>, id: string | undefined, type: string][] =
  [
    ['video', {}, undefined, 'text-to-video'],
    [
      'video',
      { image_url: '', start_image_url: null, ref_image_urls: [] },
      undefined,
      'text-to-video',
    ],
    ['video', { image_url: url }, undefined, 'image-to-video'],
    ['video', { image_to_video: true }, undefined, 'image-to-video'],
    ['video', { image_to_video: true, image_url: url }, undefined, 'image-to-video'],
    ['video', { image_to_video: false }, undefined, 'text-to-video'],
    ['video', { start_image_url: url, end_image_url: url }, undefined, 'first-to-last-frame'],
    ['video', { start_image_url: url }, undefined, 'first-to-last-frame'],
    ['video', { end_image_url: url, image_to_video: true }, undefined, 'first-to-last-frame'],
    ['video', { video_url: url }, undefined, 'vace'],
    ['video', { mask_video_url: url }, undefined, 'vace'],
    ['video', { mask_image_url: url, video_url: url }, undefined, 'vace'],
    ['video', { ref_image_urls: [url] }, undefined, 'vace'],
    ['video', { image_url: url, video_url: url, ref_image_urls: [url] }, undefined, 'vace'],
    ['video', { image_url: url }, 'wan-v2-2-5b', 'wan-v2-2-5b'],
    ['video', { image_url: url }, 'text-to-video', 'text-to-video'],
    ['image', {}, undefined, 'text-to-image'],
    ['image', { image_url: url }, undefined, 'image-to-image'],
    ['image', { image_url: url }, 'flux-dev', 'image-to-image'],
    ['image', { image_url: url }, 'flux-schnell', 'image-to-image'],
    ['image', {}, 'flux-dev', 'text-to-image'],
    ['image', {}, 'sd35', 'text-to-image'],
    ['image-editing', { image_url: url }, undefined, 'image-editing'],
    ['audio', { video_url: url }, undefined, 'video-to-audio'],
    ['image-understanding', { image: url }, undefined, 'image-understanding'],
  ]

describe('the type of a request that names none', () => {
  it.each(derived)('%s with %j of %s is %s', (kind, raw, id, type) => {
    expect(deriveType(kind, raw, id)).toBe(type)
  })

  it('is none for a model that does not exist', () =>
    expect(deriveType('video', {}, 'gpt')).toBeUndefined())
})

/** The files each model takes, by hand; in brackets those that only one of its tasks takes. */
const taken: Record<string, string[]> = {
  'text-to-image flux-dev': [],
  'text-to-image flux-schnell': [],
  'text-to-image janus-pro': [],
  'text-to-image sd35': [],
  'image-to-image flux-dev': ['image_url'],
  'image-editing flux-pro-kontext': ['image_url'],
  'image-editing nano-banana-edit': ['image_url'],
  'image-editing qwen-image-edit': ['image_url'],
  'image-editing esrgan': ['image_url'],
  'image-editing birefnet-v2': ['image_url'],
  'text-to-video text-to-video': [],
  'text-to-video-pro text-to-video-pro': [],
  'image-to-video image-to-video': ['image_url'],
  'image-to-video-pro image-to-video-pro': ['image_url'],
  'first-to-last-frame first-to-last-frame': ['start_image_url', 'end_image_url'],
  'vace vace': ['video_url', 'mask_image_url', 'mask_video_url', 'ref_image_urls'],
  'wan-v2-2-5b wan-v2-2-5b': ['image_url'],
  'wan-v2-2-a14b wan-v2-2-a14b': ['image_url'],
  'video-to-audio thinksound': ['video_url'],
  'text-to-speech eleven-v3': [],
  'text-to-music eleven-music': [],
  'image-understanding moondream3-preview': ['image'],
  'audio-to-audio stable-audio-25-audio-to-audio': ['audio_url'],
  'speech-to-text whisper': ['audio_url'],
  'text-to-text gemini-2.5-flash': ['image_url'],
  'image-to-3d trellis': ['image_url'],
}

describe('a file that the model does not accept', () => {
  it('finds every name that a model of the catalogue has for a file', () => {
    expect(Object.keys(taken).toSorted()).toEqual(
      builtInModels.map(({ generationType, id }) => `${generationType} ${id}`).toSorted(),
    )
    expect(
      [...new Set(Object.values(taken).flat())].filter((name) => !fileNames().includes(name)),
    ).toEqual([])
  })

  it.each(
    builtInModels.flatMap((model) =>
      fileNames().map((name) => [model.generationType, model.id, name, model] as const),
    ),
  )('%s %s: %s', (type, id, name, model) => {
    const isTaken = taken[`${type} ${id}`]?.includes(name)
    for (const value of [url, [url], 7, { url }]) {
      expect(unusedFiles(model, { [name]: value })).toEqual(
        isTaken ? [] : [{ field: name, problem: 'not_used' }],
      )
    }
    for (const nothing of ['', '  ', null, undefined, []])
      expect(unusedFiles(model, { [name]: nothing })).toEqual([])
  })

  it('is one that only another task accepts', () => {
    const vace = findModel('vace')
    if (!vace) throw new Error('no VACE')
    const problem = { field: 'mask_image_url', problem: 'not_used' }
    for (const task of ['depth', 'default'])
      expect(unusedFiles(vace, { task, mask_image_url: url })).toEqual([problem])
    expect(unusedFiles(vace, { task: 'inpainting', mask_image_url: url })).toEqual([])
  })

  it('is an image that `image_to_video` promises to a model without one', () => {
    for (const model of builtInModels.filter(({ kind }) => kind === 'video')) {
      const names = unusedFiles(model, { image_to_video: true }).map(({ field }) => field)
      const startsFromImage = (taken[`${model.generationType} ${model.id}`] ?? []).some((name) =>
        /^(start_)?image/.test(name),
      )
      expect(names, model.id).toEqual(startsFromImage ? [] : ['image_to_video'])
    }
  })
})

it('VACE without a task gets the task that its files imply', () => {
  const vace = findModel('vace')
  if (!vace) throw new Error('no VACE')
  const taskOf = (raw: object) => {
    const parsed = parseInput(vace, { prompt: 'a fox', ...raw })
    return parsed.ok ? parsed.input.task : parsed.problems
  }
  expect(taskOf({ video_url: url })).toBe('depth')
  expect(taskOf({ video_url: url, mask_video_url: url, task: null })).toBe('inpainting')
  expect(taskOf({ video_url: url, mask_image_url: url })).toBe('inpainting')
  expect(taskOf({ ref_image_urls: [url] })).toBe('default')
  expect(taskOf({ ref_image_urls: [url], video_url: url })).toBe('depth')
  expect(taskOf({ ref_image_urls: [url], task: 'depth' })).toEqual([
    { field: 'video_url', problem: 'required' },
  ])
})
