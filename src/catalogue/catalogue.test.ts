import { describe, expect, it } from 'vitest'
import { catalogue, findModel, offeredModels } from './catalogue.ts'
import { initialValues, switchModel } from './form-values.ts'
import { fluxDev } from './models/flux-dev.ts'
import { fluxSchnell } from './models/flux-schnell.ts'
import { janusPro } from './models/janus-pro.ts'
import { parseInput } from './parse-input.ts'
import { priceOf } from './price.ts'
import { providerSchemas } from './provider-schemas.fixture.ts'

const parse = (id: string, raw: object) => {
  const model = findModel(id)
  if (!model) throw new Error(`no model ${id}`)
  const parsed = parseInput(model, { prompt: 'a fox', ...raw })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return { model, input: parsed.input }
}

describe.each(catalogue.map((model) => [model.id, model] as const))('%s', (id, model) => {
  it('takes its own defaults', () => {
    const parsed = parseInput(model, { prompt: 'a fox' })
    expect(parsed.ok && parsed.input).toEqual({ ...definedOnly(initialValues(model)), prompt: 'a fox' })
  })

  it('has a whole price above 0 for every shape and count', () => {
    for (const image_size of ['square', 'square_hd', 'portrait_4_3', 'landscape_16_9']) {
      for (const num_images of [1, 2, 3, 4]) {
        const { input } = parse(id, { image_size, num_images })
        const { credits } = priceOf(model, input)
        expect(Number.isInteger(credits) && credits > 0).toBe(true)
      }
    }
  })

  it('sends only what the provider’s schema has, within its bounds, at both ends of every range', () => {
    for (const raw of extremes(model)) {
      const { input } = parse(id, raw)
      expect(providerSchemas[model.endpoint]?.safeParse(model.toProvider(input)).error?.issues).toBeUndefined()
    }
  })

  it('refuses one step outside every range, naming the field', () => {
    for (const [name, { control }] of Object.entries(model.fields)) {
      if (control.kind !== 'number') continue
      for (const value of [control.min - 1, control.max + 1]) {
        const parsed = parseInput(model, { prompt: 'a fox', [name]: value })
        expect(parsed).toMatchObject({ ok: false, problems: [{ field: name, problem: 'out_of_range' }] })
      }
    }
  })
})

describe('what is sent to the provider (reference §4.8)', () => {
  const sent = (id: string, raw: object = {}) => {
    const { model, input } = parse(id, raw)
    return model.toProvider(input)
  }

  it('rule 1: janus gets no steps', () => expect(sent('janus-pro')).not.toHaveProperty('num_inference_steps'))

  it('rules 2 and 3: janus temperature and cfg_weight below the provider’s bounds are refused, not clamped', () => {
    expect(parseInput(janusPro, { prompt: 'a', temperature: 0, cfg_weight: 0 })).toMatchObject({
      ok: false,
      problems: [
        { field: 'temperature', min: 0.1, max: 2 },
        { field: 'cfg_weight', min: 1, max: 10 },
      ],
    })
  })

  it('rule 4: the negative prompt is recorded for flux and sent to sd35 alone', () => {
    const negative = { negative_prompt: 'blur' }
    expect(parse('flux-dev', negative).input).toMatchObject(negative)
    expect(sent('flux-dev', negative)).not.toHaveProperty('negative_prompt')
    expect(sent('flux-schnell', negative)).not.toHaveProperty('negative_prompt')
    expect(sent('janus-pro', negative)).not.toHaveProperty('negative_prompt')
    expect(sent('sd35', negative)).toMatchObject(negative)
  })

  it('rule 6: the size is always sent, square_hd when nobody chose', () => {
    for (const { id } of catalogue) expect(sent(id)).toMatchObject({ image_size: 'square_hd' })
  })

  it('rule 7: sd35 takes 30 steps by default', () => expect(sent('sd35')).toMatchObject({ num_inference_steps: 30 }))

  it('rule 22: the safety checker is always sent', () => {
    for (const { id } of catalogue) expect(sent(id)).toMatchObject({ enable_safety_checker: true })
  })

  it('rule 30: 2000 characters of prompt are accepted and 2001 not', () => {
    expect(parseInput(fluxDev, { prompt: '狐'.repeat(2000) }).ok).toBe(true)
    expect(parseInput(fluxDev, { prompt: '狐'.repeat(2001) })).toMatchObject({
      problems: [{ field: 'prompt', problem: 'too_long', max: 2000 }],
    })
  })

  it('rule 31: one to four images', () => {
    expect(sent('flux-dev', { num_images: 4 })).toMatchObject({ num_images: 4 })
    expect(parseInput(fluxDev, { prompt: 'a', num_images: 5 }).ok).toBe(false)
  })

  it('rule 32: a seed is sent only if one was chosen, and guidance only to flux-dev', () => {
    expect(sent('flux-dev')).not.toHaveProperty('seed')
    expect(sent('flux-dev', { seed: 0 })).toMatchObject({ seed: 0 })
    const withGuidance = catalogue.filter(({ id }) => 'guidance_scale' in sent(id, { guidance_scale: 2 }))
    expect(withGuidance.map(({ id }) => id)).toEqual(['flux-dev'])
  })
})

describe('the form', () => {
  it('offers the three selectable models, sd35 staying hidden', () => {
    expect(offeredModels('text-to-image').map(({ id }) => id)).toEqual(['flux-dev', 'flux-schnell', 'janus-pro'])
  })

  it('keeps what was typed on a model switch and resets steps to the new model’s default', () => {
    const typed = { ...initialValues(fluxDev), prompt: 'a fox', num_images: 3, num_inference_steps: 50 }
    const switched = switchModel(fluxDev, fluxSchnell, typed)
    expect(switched).toMatchObject({ prompt: 'a fox', num_images: 3, num_inference_steps: 4 })
    expect(switchModel(fluxSchnell, janusPro, switched)).toMatchObject({
      prompt: 'a fox',
      temperature: 1,
      cfg_weight: 5,
    })
    expect(switchModel(janusPro, fluxDev, switched)).toMatchObject({ num_inference_steps: 28 })
  })
})

describe('prices (decisions §3)', () => {
  it.each([
    ['flux-dev', 'square', 1, 30],
    ['flux-dev', 'landscape_16_9', 4, 120],
    ['flux-schnell', 'square', 1, 8],
    ['flux-schnell', 'square_hd', 1, 20],
    ['flux-schnell', 'portrait_4_3', 1, 15],
    ['flux-schnell', 'landscape_16_9', 3, 45],
    ['janus-pro', 'square_hd', 2, 50],
    ['sd35', 'square_hd', 4, 32],
  ])('%s, %s, %i images: %i', (id, image_size, num_images, credits) => {
    const { model, input } = parse(id, { image_size, num_images })
    expect(priceOf(model, input).credits).toBe(credits)
  })

  it('an operator’s price for one tier wins over the model’s, and that over the catalogue’s', () => {
    const { model, input } = parse('flux-schnell', { image_size: 'square' })
    expect(priceOf(model, input, { 'flux-schnell': 5 }).credits).toBe(5)
    expect(priceOf(model, input, { 'flux-schnell': 5, 'flux-schnell.square': 3 }).credits).toBe(3)
  })

  it('multiplies surcharges exactly and rounds once', () => {
    const surcharges = [
      { reason: 'frames' as const, percent: 125 },
      { reason: 'steps' as const, percent: 110 },
    ]
    const model = { ...fluxDev, price: { ...fluxDev.price, surcharges: () => surcharges } }
    expect(priceOf(model, parse('flux-dev', {}).input).credits).toBe(41)
  })
})

function definedOnly(values: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Requests with every numeric field at its lowest, then at its highest. */
function extremes({ fields }: (typeof catalogue)[number]): Record<string, unknown>[] {
  const ends = (end: 'min' | 'max') =>
    Object.entries(fields).flatMap(([name, { control }]) => (control.kind === 'number' ? [[name, control[end]]] : []))
  return [{}, Object.fromEntries(ends('min')), Object.fromEntries(ends('max')), { num_images: 4, seed: 7 }]
}
