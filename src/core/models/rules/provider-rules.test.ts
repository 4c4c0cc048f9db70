import { describe, expect, it } from 'vitest'
import { leastInput } from '#testing/example-input.ts'
import { builtInModels, findModel, offeredModels } from './catalogue.ts'
import type { Control } from './fields.ts'
import { chooseEndpoint, type Model } from './model.ts'
import { parseInput } from './parse-input.ts'
import { priceOf } from './price.ts'

const image = 'https://files.example/picture.jpg'
const video = 'https://files.example/video.mp4'

function modelOf(id: string, generationType?: string): Model {
  const model = findModel(id, generationType)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

function parse(model: Model, raw: object = {}) {
  const parsed = parseInput(model, { ...leastInput(model), ...raw })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.input
}

/** The body that the provider receives, and the endpoint. */
function sent(id: string, raw: object = {}, generationType?: string): Record<string, unknown> {
  const model = modelOf(id, generationType)
  const input = parse(model, raw)
  return { endpoint: chooseEndpoint(model, input), ...model.toProvider(input) }
}

const problems = (id: string, raw: object) => {
  const model = modelOf(id)
  const parsed = parseInput(model, { ...leastInput(model), ...raw })
  return parsed.ok ? [] : parsed.problems
}

function controlOf(id: string, field: string): Control | undefined {
  return modelOf(id).fields[field]?.control
}

const optionsOf = (id: string, field: string) => {
  const control = controlOf(id, field)
  return control?.kind === 'segments' || control?.kind === 'shape' ? control.options : undefined
}

const rangeOf = (id: string, field: string) => {
  const control = controlOf(id, field)
  return control?.kind === 'number' ? [control.min, control.max] : undefined
}

const videos = builtInModels.filter(({ kind }) => kind === 'video')
const pro = ['text-to-video-pro', 'image-to-video-pro']
const wan22 = ['wan-v2-2-5b', 'wan-v2-2-a14b']
const wan21 = ['text-to-video', 'image-to-video', 'first-to-last-frame']

describe('the request to the provider (docs/providers/fal.md#mapping-rules)', () => {
  it('rule 1: janus receives no steps', () =>
    expect(sent('janus-pro')).not.toHaveProperty('num_inference_steps'))

  it('rules 2 and 3: janus temperature and cfg_weight below the provider’s bounds are rejected, not clamped', () => {
    expect(problems('janus-pro', { temperature: 0, cfg_weight: 0 })).toMatchObject([
      { field: 'temperature', min: 0.1, max: 2 },
      { field: 'cfg_weight', min: 1, max: 10 },
    ])
  })

  it('rule 4: the negative prompt is recorded everywhere but janus, and sent only where the endpoint accepts it', () => {
    const negative_prompt = 'blur'
    for (const model of builtInModels) {
      const asked = parse(model, { negative_prompt })
      const takesIt =
        ['sd35', 'qwen-image-edit'].includes(model.id) ||
        (model.kind === 'video' && !pro.includes(model.id))
      expect('negative_prompt' in model.toProvider(asked), model.id).toBe(takesIt)
      expect(model.fields.negative_prompt?.ignored ?? false, model.id).toBe(
        'negative_prompt' in model.fields && !takesIt,
      )
    }
    expect(modelOf('janus-pro').fields).not.toHaveProperty('negative_prompt')
  })

  it('rule 5: image-to-image runs on one endpoint, without a size, and replaces the other models', () => {
    const [only, ...others] = offeredModels('image-to-image')
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: 'flux-dev',
      standsIn: true,
      endpoints: ['fal-ai/flux/dev/image-to-image'],
    })
    const body = sent('flux-dev', { image_size: 'square' }, 'image-to-image')
    expect(body).not.toHaveProperty('image_size')
    expect(body).toMatchObject({
      num_inference_steps: 28,
      strength: 0.95,
      image_url: expect.any(String),
    })
  })

  it('rule 6: the size is always sent where there is one, square_hd when none was selected', () => {
    for (const { id } of offeredModels('text-to-image'))
      expect(sent(id)).toMatchObject({ image_size: 'square_hd' })
    for (const id of ['flux-pro-kontext', 'nano-banana-edit'])
      expect(sent(id)).not.toHaveProperty('image_size')
  })

  it('rule 7: sd35 takes 30 steps by default', () =>
    expect(sent('sd35')).toMatchObject({ num_inference_steps: 30 }))

  it('rule 8: each editor receives its own field names for the same form', () => {
    const all = {
      image_url: image,
      guidance_scale: 5,
      safety_tolerance: 4,
      enhance_prompt: true,
      aspect_ratio: '16:9',
    }
    const kontext = sent('flux-pro-kontext', all)
    expect(kontext).toMatchObject({ ...all, safety_tolerance: '4' })
    expect(sent('flux-pro-kontext', { aspect_ratio: 'auto' })).not.toHaveProperty('aspect_ratio')

    const nano = sent('nano-banana-edit', all)
    expect(nano).toMatchObject({
      image_urls: [image],
      safety_tolerance: '4',
      aspect_ratio: '16:9',
    })
    for (const name of ['image_url', 'guidance_scale', 'enhance_prompt'])
      expect(nano).not.toHaveProperty(name)

    const qwen = sent('qwen-image-edit', all)
    expect(qwen).toMatchObject({
      image_url: image,
      guidance_scale: 5,
      image_size: 'landscape_16_9',
    })
    for (const name of ['aspect_ratio', 'safety_tolerance', 'enhance_prompt'])
      expect(qwen).not.toHaveProperty(name)
    expect(sent('qwen-image-edit', { aspect_ratio: 'auto' })).not.toHaveProperty('image_size')

    const withWebp = builtInModels.filter(({ id }) =>
      optionsOf(id, 'output_format')?.includes('webp'),
    )
    expect(withWebp.map(({ id }) => id)).toEqual(['nano-banana-edit', 'birefnet-v2'])
  })

  it('rule 9: auto needs an image on Wan 2.2 and is the wide ratio on Wan 2.1 from text, where 1:1 is not offered', () => {
    expect(sent('text-to-video', { aspect_ratio: 'auto' })).toMatchObject({ aspect_ratio: '16:9' })
    expect(optionsOf('text-to-video', 'aspect_ratio')).toEqual(['16:9', '9:16'])
    expect(problems('text-to-video', { aspect_ratio: '1:1' })).toHaveLength(1)
    for (const id of wan22) {
      expect(problems(id, { aspect_ratio: 'auto' })).toEqual([
        { field: 'aspect_ratio', problem: 'not_an_option', options: ['16:9', '9:16', '1:1'] },
      ])
      expect(sent(id, { aspect_ratio: 'auto', image_url: image })).toMatchObject({
        aspect_ratio: 'auto',
      })
    }
    expect(sent('vace', { aspect_ratio: '1:1' })).toMatchObject({ aspect_ratio: '1:1' })
  })

  it('rule 10: first to last frame always follows the images', () => {
    expect(sent('first-to-last-frame', { aspect_ratio: '4:3' })).toMatchObject({
      aspect_ratio: 'auto',
    })
  })

  it('rule 11: 580p is neither offered nor accepted where the provider lacks it', () => {
    for (const id of ['image-to-video', 'first-to-last-frame']) {
      expect(optionsOf(id, 'resolution')).toEqual(['480p', '720p'])
      expect(problems(id, { resolution: '580p' })).toHaveLength(1)
    }
  })

  it('rule 12: 5B starts at 580p and rejects 480p', () => {
    expect(sent('wan-v2-2-5b')).toMatchObject({ resolution: '580p' })
    expect(problems('wan-v2-2-5b', { resolution: '480p' })).toHaveLength(1)
  })

  it('rule 13: pro receives its prompt, its image, the seed and the safety check, and nothing else', () => {
    const more = {
      seed: 7,
      resolution: '480p',
      duration: 5,
      enable_safety_checker: false,
      num_frames: 90,
    }
    const least = { prompt: 'a red kite', seed: 7, enable_safety_checker: true }
    expect(sent('text-to-video-pro', more)).toEqual({
      endpoint: 'fal-ai/wan-pro/text-to-video',
      ...least,
    })
    expect(sent('image-to-video-pro', { ...more, image_url: image })).toEqual({
      endpoint: 'fal-ai/wan-pro/image-to-video',
      ...least,
      image_url: image,
    })
    expect(parse(modelOf('text-to-video-pro'), more)).toMatchObject({
      resolution: '1080p',
      duration: 6,
    })
  })

  it('rule 14: frames from 81, to 100 on Wan 2.1, to 121 on 2.2, always 81 where they are fixed', () => {
    for (const id of ['text-to-video', 'image-to-video'])
      expect(rangeOf(id, 'num_frames')).toEqual([81, 100])
    for (const id of wan22) expect(rangeOf(id, 'num_frames')).toEqual([81, 121])
    for (const id of ['first-to-last-frame', 'vace'])
      expect(sent(id, { num_frames: 99 })).toMatchObject({ num_frames: 81 })
  })

  it('rule 15: 5 to 24 frames a second on Wan 2.1, 4 to 60 on 2.2; 16 and 24 by default', () => {
    for (const id of ['text-to-video', 'image-to-video']) {
      expect(rangeOf(id, 'frames_per_second')).toEqual([5, 24])
      expect(sent(id)).toMatchObject({ frames_per_second: 16 })
    }
    for (const id of wan22) {
      expect(rangeOf(id, 'frames_per_second')).toEqual([4, 60])
      expect(sent(id)).toMatchObject({ frames_per_second: 24 })
    }
  })

  it('rule 16: at most 40 steps on Wan 2.1 and A14B, 50 on 5B', () => {
    for (const id of [...wan21, 'wan-v2-2-a14b'])
      expect(rangeOf(id, 'num_inference_steps')).toEqual([10, 40])
    expect(rangeOf('wan-v2-2-5b', 'num_inference_steps')).toEqual([10, 50])
    expect(problems('wan-v2-2-a14b', { num_inference_steps: 50 })).toHaveLength(1)
  })

  it('rule 17: guidance goes to 10 for videos, is called guide_scale on two, and is absent on three', () => {
    for (const { id } of videos) {
      if (controlOf(id, 'guidance_scale')) expect(rangeOf(id, 'guidance_scale')).toEqual([1, 10])
    }
    for (const id of ['image-to-video', 'first-to-last-frame']) {
      expect(sent(id, { guidance_scale: 7 })).toMatchObject({ guide_scale: 7 })
      expect(sent(id, { guidance_scale: 7 })).not.toHaveProperty('guidance_scale')
    }
    for (const id of ['text-to-video', ...pro]) {
      expect(
        Object.keys(sent(id, { guidance_scale: 7 })).filter((name) => name.startsWith('guid')),
      ).toEqual([])
    }
  })

  it('rule 18: the second guidance is A14B’s alone, 1 to 10', () => {
    expect(rangeOf('wan-v2-2-a14b', 'guidance_scale_2')).toEqual([1, 10])
    const having = videos.filter(
      ({ id }) => 'guidance_scale_2' in sent(id, { guidance_scale_2: 6 }),
    )
    expect(having.map(({ id }) => id)).toEqual(['wan-v2-2-a14b'])
  })

  it('rule 19: no shift on Wan 2.1 from text, nor on pro', () => {
    for (const id of ['text-to-video', ...pro])
      expect(sent(id, { shift: 3 })).not.toHaveProperty('shift')
    expect(sent('image-to-video', { shift: 3 })).toMatchObject({ shift: 3 })
  })

  it('rule 20: interpolated frames are Wan 2.2’s alone, sent even at 0, and with `none` neither sent nor charged', () => {
    for (const { id } of videos)
      expect('interpolator_model' in sent(id), id).toBe(wan22.includes(id))
    for (const id of wan22) {
      const model = modelOf(id)
      expect(sent(id)).toMatchObject({ interpolator_model: 'film', num_interpolated_frames: 1 })
      expect(sent(id, { num_interpolated_frames: 0 })).toMatchObject({ num_interpolated_frames: 0 })
      const none = { interpolator_model: 'none', num_interpolated_frames: 4 }
      expect(sent(id, none)).not.toHaveProperty('num_interpolated_frames')
      expect(priceOf(model, parse(model, none)).surcharges).toEqual([])
    }
  })

  it('rule 21: fast is regular; turbo is a switch on one model, an endpoint on another, regular elsewhere', () => {
    expect(sent('text-to-video', { acceleration: 'turbo' })).toMatchObject({ turbo_mode: true })
    expect(sent('text-to-video', { acceleration: 'fast' })).toMatchObject({ turbo_mode: false })
    expect(sent('wan-v2-2-a14b', { acceleration: 'fast' })).toMatchObject({
      acceleration: 'regular',
    })
    expect(sent('wan-v2-2-a14b', { acceleration: 'turbo' })).toMatchObject({
      endpoint: 'fal-ai/wan/v2.2-a14b/text-to-video/turbo',
    })
    expect(sent('wan-v2-2-a14b', { acceleration: 'turbo', image_url: image })).toMatchObject({
      endpoint: 'fal-ai/wan/v2.2-a14b/image-to-video/turbo',
    })
    for (const id of ['image-to-video', 'first-to-last-frame', 'vace']) {
      expect(sent(id, { acceleration: 'turbo' })).toMatchObject({ acceleration: 'regular' })
      expect(sent(id, { speed: 'high_quality' })).toMatchObject({ acceleration: 'none' })
      for (const speed of ['normal', 'high_quality_normal', 'High quality normal']) {
        expect(sent(id, { speed })).toMatchObject({ acceleration: 'none' })
      }
      for (const speed of ['Pro', 'fast'])
        expect(sent(id, { speed })).toMatchObject({ acceleration: 'regular' })
    }
  })

  it('rule 22: the safety check is always sent, and on unless the request switches it off', () => {
    const checked = builtInModels.filter(({ fields }) => 'enable_safety_checker' in fields)
    expect(checked.length).toBeGreaterThan(10)
    for (const { id, generationType } of checked) {
      expect(sent(id, {}, generationType), id).toMatchObject({ enable_safety_checker: true })
    }
    expect(videos.filter(({ fields }) => !('enable_safety_checker' in fields))).toEqual([])
    expect(sent('vace', { enable_safety_checker: false })).toMatchObject({
      enable_safety_checker: false,
    })
  })

  it('rule 23: prompt expansion is always sent, and off by default', () => {
    for (const { id } of videos) {
      if (!pro.includes(id)) expect(sent(id), id).toMatchObject({ enable_prompt_expansion: false })
    }
  })

  it('rule 24: each task of VACE is an endpoint, no task is sent, and each needs its files', () => {
    const base = 'fal-ai/wan-vace-14b'
    expect(sent('vace', { task: 'default' })).toMatchObject({ endpoint: base })
    expect(sent('vace')).toMatchObject({ endpoint: `${base}/depth` })
    expect(sent('vace', { task: 'inpainting', mask_video_url: video })).toMatchObject({
      endpoint: `${base}/inpainting`,
    })
    expect(sent('vace')).not.toHaveProperty('task')
    expect(problems('vace', { task: 'inpainting' })).toEqual([
      { field: 'mask_image_url', problem: 'required' },
    ])
    expect(problems('vace', { task: 'depth', video_url: '' })).toEqual([
      { field: 'video_url', problem: 'required' },
    ])
    expect(problems('vace', { task: 'default', video_url: '' })).toEqual([
      { field: 'video_url', problem: 'required' },
    ])
    expect(problems('vace', { task: 'default', video_url: '', ref_image_urls: [image] })).toEqual(
      [],
    )
    const both = { task: 'inpainting', mask_video_url: video, mask_image_url: image }
    expect(problems('vace', both)).toEqual([{ field: 'mask_image_url', problem: 'not_used' }])
  })

  it('rule 24: an operator’s general endpoint receives the task, an endpoint of one task does not', () => {
    const vace = modelOf('vace')
    const taskSent = (task: string, endpoint?: string) => {
      const input = parse(vace, { task, ...(task === 'inpainting' && { mask_video_url: video }) })
      return vace.toProvider(input, endpoint).task
    }
    for (const task of ['depth', 'inpainting']) {
      expect(taskSent(task, 'fal-ai/wan-vace')).toBe(task)
      expect(taskSent(task, `me/my-vace/${task}`)).toBeUndefined()
      expect(taskSent(task)).toBeUndefined()
    }
    expect(taskSent('default', 'fal-ai/wan-vace')).toBeUndefined()
  })

  it('rule 25: up to five references, a sixth is rejected; 30 steps and shift 5 whatever is requested', () => {
    const many = (count: number) => Array<string>(count).fill(image)
    expect(sent('vace', { ref_image_urls: many(5) })).toMatchObject({ ref_image_urls: many(5) })
    expect(problems('vace', { ref_image_urls: many(6) })).toEqual([
      { field: 'ref_image_urls', problem: 'too_many', max: 5 },
    ])
    expect(sent('vace', { num_inference_steps: 12, shift: 9 })).toMatchObject({
      num_inference_steps: 30,
      shift: 5,
    })
  })

  it('rules 26 and 27: one step of audio is rejected; values equal to the provider’s default are not sent', () => {
    expect(problems('thinksound', { num_inference_steps: 1 })).toMatchObject([
      { problem: 'out_of_range', min: 2 },
    ])
    expect(sent('thinksound', { num_inference_steps: 2 })).toMatchObject({ num_inference_steps: 2 })
    expect(sent('thinksound', { num_inference_steps: 24, cfg_scale: 5, prompt: '  ' })).toEqual({
      endpoint: 'fal-ai/thinksound/audio',
      video_url: 'https://files.example/video_url',
    })
    expect(
      sent('thinksound', { num_inference_steps: 25, cfg_scale: 5.5, prompt: 'rain' }),
    ).toMatchObject({
      num_inference_steps: 25,
      cfg_scale: 5.5,
      prompt: 'rain',
    })
  })

  it('rules 28 and 29: the seed of a question is not sent, and temperature 0 is sent as it is', () => {
    const asked = { image: image, question: 'What is this?', temperature: 0, seed: 42 }
    expect(sent('moondream3-preview', asked)).toEqual({
      endpoint: 'fal-ai/moondream3-preview/query',
      image_url: image,
      prompt: 'What is this?',
      temperature: 0,
      top_p: 0.95,
      reasoning: false,
    })
    expect(parse(modelOf('moondream3-preview'), asked)).toMatchObject({ seed: 42 })
  })

  it('rule 30: prompts of 2000 characters are accepted, speech of 5000, texts of 10000, and no more; nano banana requires three', () => {
    for (const { id, fields } of builtInModels) {
      for (const [name, { control }] of Object.entries(fields)) {
        if (control.kind !== 'text') continue
        const max = { 'eleven-v3': 5_000, 'gemini-2.5-flash': 10_000 }[id] ?? 2_000
        expect(problems(id, { [name]: '狐'.repeat(max) }), id).toEqual([])
        expect(problems(id, { [name]: '狐'.repeat(max + 1) }), id).toEqual([
          { field: name, problem: 'too_long', max },
        ])
      }
    }
    expect(problems('nano-banana-edit', { prompt: 'ab' })).toMatchObject([
      { problem: 'too_short', min: 3 },
    ])
    expect(problems('nano-banana-edit', { prompt: 'abc' })).toEqual([])
  })

  it('rule 31: one to four images', () => {
    for (const { id, kind, generationType } of builtInModels.filter(
      ({ fields }) => 'num_images' in fields,
    )) {
      expect(kind.startsWith('image')).toBe(true)
      expect(sent(id, { num_images: 4 }, generationType)).toMatchObject({ num_images: 4 })
      expect(problems(id, { num_images: 5 })).toMatchObject([{ field: 'num_images' }])
      expect(problems(id, { num_images: 0 })).toMatchObject([{ field: 'num_images' }])
    }
  })

  it('rule 32: a seed is sent only if one was selected, and may be 0', () => {
    const seeded = builtInModels.filter(({ fields }) => fields.seed && !fields.seed.ignored)
    expect(seeded.length).toBeGreaterThan(10)
    for (const { id, generationType } of seeded) {
      expect(sent(id, {}, generationType), id).not.toHaveProperty('seed')
      expect(sent(id, { seed: 0 }, generationType), id).toMatchObject({ seed: 0 })
    }
  })
})
