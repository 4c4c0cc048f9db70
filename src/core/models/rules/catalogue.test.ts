import { describe, expect, it } from 'vitest'
import { leastInput } from '#testing/example-input.ts'
import { fluxDev, fluxSchnell, janusPro } from '#testing/models.ts'
import { providerSchemas } from '#testing/provider-schemas.ts'
import { vace } from '../definitions/vace.ts'
import { builtInModels, findModel, modelOf, offeredModels, setModels } from './catalogue.ts'
import { initialValues, switchModel } from './form-values.ts'
import { chooseEndpoint, type Model } from './model.ts'
import { applies, parseInput } from './parse-input.ts'
import { priceOf, warningsOf } from './price.ts'

function parse(model: Model, raw: object) {
  const parsed = parseInput(model, { ...leastInput(model), ...raw })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.input
}

describe.each(
  builtInModels.map((model) => [`${model.generationType} ${model.id}`, model] as const),
)('%s', (_, model) => {
  it('accepts the values that its form starts with', () => {
    const least = leastInput(model)
    const parsed = parseInput(model, { ...initialValues(model), ...least })
    expect(parsed.ok && parsed.input).toMatchObject(definedOnly({ ...applying(model), ...least }))
  })

  it('sends only what the provider’s schema has, within its bounds, for every option and at both ends of every range', () => {
    for (const raw of variants(model)) {
      const input = parse(model, raw)
      const endpoint = chooseEndpoint(model, input)
      expect(model.endpoints).toContain(endpoint)
      const problems = providerSchemas[endpoint]?.safeParse(model.toProvider(input)).error?.issues
      expect(problems, JSON.stringify(raw)).toBeUndefined()
      expect(Number.isInteger(priceOf(model, input).credits)).toBe(true)
    }
  })

  it('gives the same input for the provider’s field names as for ours', () => {
    for (const raw of variants(model)) {
      const input = parse(model, raw)
      const said = model.toProvider(input)
      const back = parseInput(
        model,
        model.fromProvider?.(said, chooseEndpoint(model, input)) ?? said,
      )
      expect(back.ok && model.toProvider(back.input), JSON.stringify(raw)).toEqual(said)
      expect(back.ok && chooseEndpoint(model, back.input)).toBe(chooseEndpoint(model, input))
    }
  })

  it('rejects one step outside every range, and an unknown option, naming the field', () => {
    for (const [name, { control }] of Object.entries(model.fields)) {
      if (control.kind === 'number') {
        for (const value of [control.min - 1, control.max + 1]) {
          const { min, max } = control
          expect(parseInput(model, { ...leastInput(model), [name]: value })).toEqual({
            ok: false,
            problems: [{ field: name, problem: 'out_of_range', min, max }],
          })
        }
      }
      if (control.kind === 'segments' || control.kind === 'shape') {
        expect(parseInput(model, { ...leastInput(model), [name]: 'nonsense' })).toMatchObject({
          ok: false,
          problems: [{ field: name, problem: 'not_an_option', options: control.options }],
        })
      }
    }
  })

  it('puts fixed values in the place of any other', () => {
    for (const [name, { control }] of Object.entries(model.fields)) {
      if (control.kind === 'fixed')
        expect(parse(model, { [name]: 12_345 })[name]).toBe(control.value)
    }
  })
})

it('lists the bounds of every endpoint it uses, and of no other', () => {
  expect(Object.keys(providerSchemas).toSorted()).toEqual(
    builtInModels.flatMap(({ endpoints }) => endpoints).toSorted(),
  )
})

it('never uses one endpoint in two models, so that a request in the provider’s field names selects one model', () => {
  const all = builtInModels.flatMap(({ endpoints }) => endpoints)
  expect(new Set(all).size).toBe(all.length)
})

it('has one model for each video type, named like it', () => {
  const videos = builtInModels.filter(({ kind }) => kind === 'video')
  expect(videos.map(({ id }) => id)).toEqual(videos.map(({ generationType }) => generationType))
})

describe('fields that apply', () => {
  it('a mask means nothing for another task, and is dropped', () => {
    const mask_image_url = 'https://files.example/mask.png'
    expect(parse(vace, { task: 'depth', mask_image_url })).toMatchObject({ mask_image_url: '' })
    expect(parse(vace, { task: 'inpainting', mask_image_url })).toMatchObject({ mask_image_url })
  })

  it('a wrong value of a field that does not apply is no problem', () => {
    const a14b = findModel('wan-v2-2-a14b') ?? vace
    expect(parseInput(a14b, { prompt: 'a', acceleration: 'turbo', num_frames: 7 })).toMatchObject({
      ok: true,
      input: { num_frames: 81, num_interpolated_frames: 0 },
    })
    expect(parseInput(a14b, { prompt: 'a', num_frames: 7 }).ok).toBe(false)
  })
})

describe('the form', () => {
  it('offers the three selectable models, sd35 staying hidden', () => {
    expect(offeredModels('text-to-image').map(({ id }) => id)).toEqual([
      'flux-dev',
      'flux-schnell',
      'janus-pro',
    ])
  })

  it('keeps what was typed on a model switch and resets steps to the new model’s default', () => {
    const typed = {
      ...initialValues(fluxDev),
      prompt: 'a fox',
      num_images: 3,
      num_inference_steps: 50,
    }
    const switched = switchModel(fluxDev, fluxSchnell, typed)
    expect(switched).toMatchObject({ prompt: 'a fox', num_images: 3, num_inference_steps: 4 })
    expect(switchModel(fluxSchnell, janusPro, switched)).toMatchObject({
      prompt: 'a fox',
      temperature: 1,
      cfg_weight: 5,
    })
    expect(switchModel(janusPro, fluxDev, switched)).toMatchObject({ num_inference_steps: 28 })
  })

  it('warns of frames above 81, of interpolated frames, and of steps above 35 before their surcharge begins', () => {
    const wan5b = findModel('wan-v2-2-5b') ?? vace
    const reasons = (raw: object) =>
      warningsOf(wan5b, parse(wan5b, raw)).map(({ reason }) => reason)
    expect(
      reasons({ num_frames: 81, num_interpolated_frames: 0, num_inference_steps: 35 }),
    ).toEqual([])
    expect(reasons({ num_frames: 82, num_inference_steps: 36 })).toEqual([
      'frames',
      'interpolation',
      'many-steps',
    ])
    expect(reasons({ interpolator_model: 'none', num_inference_steps: 41 })).toEqual([
      'steps',
      'many-steps',
    ])
  })

  it('shows how long a video will be: frames divided by their rate', () => {
    const [wan5b, pro] = [findModel('wan-v2-2-5b'), findModel('text-to-video-pro')]
    expect(wan5b?.seconds?.(parse(wan5b, { num_frames: 96, frames_per_second: 24 }))).toBe(4)
    expect(pro?.seconds?.(parse(pro, {}))).toBe(6)
  })
})

function definedOnly(values: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function applying(model: Model) {
  const values = initialValues(model)
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = model.fields[name]
      return field && applies(field, values)
    }),
  )
}

/**
 * Requests that use every option once, both ends of every number, and every file; of two masks only
 * one is used.
 */
function variants({ fields }: Model): Record<string, unknown>[] {
  const entries = Object.entries(fields)
  const ends = (end: 'min' | 'max') =>
    Object.fromEntries(
      entries.flatMap(([name, { control }]) =>
        control.kind === 'number' ? [[name, control[end]]] : [],
      ),
    )
  const files = Object.fromEntries(
    entries.flatMap(([name, { control }]): [string, unknown][] => {
      if (name === 'mask_image_url') return []
      if (control.kind === 'file') return [[name, 'https://files.example/one']]
      return control.kind === 'files'
        ? [[name, Array(control.max).fill('https://files.example/many')]]
        : []
    }),
  )
  const masked = {
    ...files,
    task: 'inpainting',
    mask_video_url: '',
    mask_image_url: 'https://files.example/mask',
  }
  const masks = 'mask_image_url' in fields ? [masked] : []
  const options = entries.flatMap(([name, { control }]) => {
    if (control.kind === 'switch') return [{ [name]: true }, { [name]: false }]
    if (control.kind !== 'segments' && control.kind !== 'shape') return []
    return control.options.flatMap((option) => [{ ...files, [name]: option }])
  })
  return [
    {},
    ends('min'),
    ends('max'),
    { ...files, ...ends('max') },
    files,
    ...options,
    ...masks,
    { seed: 7 },
    { seed: '196619188014358661' },
  ]
}

describe('the model of a record', () => {
  const [newest] = builtInModels
  if (!newest) throw new Error('There are no models')
  const first = { ...newest, provider: 'elsewhere', version: 1 }
  const second = { ...newest, version: 2 }
  const madeWith = (version: number) =>
    modelOf({
      ...{ model: newest.id, generation_type: newest.generationType },
      model_version: version,
    })

  it('is the version that made it, also when none can be started any more', () => {
    setModels([second], [first])
    expect([madeWith(1), madeWith(2), madeWith(3)]).toEqual([first, second, second])
    expect(offeredModels(newest.generationType)).toEqual([second])
    setModels([], [second, first])
    expect(madeWith(1)).toEqual(first)
    expect(offeredModels(newest.generationType)).toEqual([])
    setModels(builtInModels, [])
  })
})
