import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInModels } from './catalogue.ts'
import type { Field } from './fields.ts'
import { chooseEndpoint, type Model } from './model.ts'
import { applies, parseInput } from './parse-input.ts'

type Values = Record<string, unknown>

/**
 * What a field becomes in the provider's body where that is not the same value under the same name.
 */
type Mapping = (value: unknown, endpoint: string) => Values

const toText: Mapping = (value) => ({ safety_tolerance: String(value) })
const toAcceleration: Mapping = (value) => ({ acceleration: value === 'pro' ? 'regular' : 'none' })
const toGuideScale: Mapping = (value) => ({ guide_scale: value })
/** The endpoint's id alone expresses these. */
const toEndpoint =
  (ends: (value: unknown, endpoint: string) => boolean): Mapping =>
  (value, endpoint) => {
    expect(ends(value, endpoint), endpoint).toBe(true)
    return {}
  }

/**
 * All mappings, by hand (docs/providers/fal.md#mapping-rules). A field that is not here is sent as
 * it is, fixed, or ignored.
 */
const mappings: Record<string, Record<string, Mapping>> = {
  'flux-pro-kontext': {
    safety_tolerance: toText,
    aspect_ratio: (value) => (value === 'auto' ? {} : { aspect_ratio: value }),
  },
  'nano-banana-edit': { safety_tolerance: toText, image_url: (value) => ({ image_urls: [value] }) },
  'qwen-image-edit': { aspect_ratio: (value) => sizeOfRatio[String(value)] ?? {} },
  esrgan: { scale: (value) => ({ scale: Number(value) }) },
  'text-to-video': { acceleration: (value) => ({ turbo_mode: value === 'turbo' }) },
  'image-to-video': { guidance_scale: toGuideScale, speed: toAcceleration },
  'first-to-last-frame': { guidance_scale: toGuideScale, speed: toAcceleration },
  vace: {
    speed: toAcceleration,
    task: toEndpoint((task, endpoint) =>
      endpoint.endsWith(task === 'default' ? 'wan-vace-14b' : `/${task}`),
    ),
  },
  'wan-v2-2-a14b': {
    speed: toAcceleration,
    acceleration: toEndpoint(
      (value, endpoint) => endpoint.endsWith('/turbo') === (value === 'turbo'),
    ),
  },
  'eleven-v3': { language_code: (value) => (value === 'auto' ? {} : { language_code: value }) },
  'eleven-music': { music_length: (value) => ({ music_length_ms: Number(value) * 1000 }) },
  whisper: { language: (value) => (value === 'auto' ? {} : { language: value }) },
  'gemini-2.5-flash': {
    task: (value) => ({
      system_prompt: expect.stringContaining(instructions[String(value)] ?? ''),
    }),
    image_url: (value, endpoint) => {
      expect(endpoint.endsWith('/vision')).toBe(Boolean(value))
      return value ? { image_urls: [value] } : {}
    },
  },
  'moondream3-preview': {
    image: (value) => ({ image_url: value }),
    question: (value) => ({ prompt: value }),
  },
}

const sizeOfRatio: Record<string, Values> = {
  auto: {},
  '1:1': { image_size: 'square_hd' },
  '4:3': { image_size: 'landscape_4_3' },
  '3:4': { image_size: 'portrait_4_3' },
  '16:9': { image_size: 'landscape_16_9' },
  '9:16': { image_size: 'portrait_16_9' },
}

/** A phrase of the instruction that a text model gets for each task. */
const instructions: Record<string, string> = {
  write: 'Do what the user asks',
  improve: 'Rewrite the user',
  'translate-en': 'into English',
  'translate-zh': 'into Simplified Chinese',
  describe: 'describe an image',
  shots: 'into shots',
}

/** Fields that may be left out, because the provider's default means the same. */
const usual: Record<string, Values> = { thinksound: { num_inference_steps: 24, cfg_scale: 5 } }

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Any value that a field accepts; a file may be missing. */
function valueFor({ control }: Field): fc.Arbitrary<unknown> {
  switch (control.kind) {
    case 'text':
      return fc.string({ minLength: 3, maxLength: 40 }).filter((text) => text.trim().length >= 3)
    case 'number':
      return Number.isInteger(control.step)
        ? fc.integer({ min: control.min, max: control.max })
        : fc.double({ min: control.min, max: control.max, noNaN: true })
    case 'segments':
    case 'shape':
      return fc.constantFrom(...control.options)
    case 'seed':
      return fc.oneof(fc.nat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }).map(String))
    case 'switch':
      return fc.boolean()
    case 'fixed':
      return fc.constant(control.value)
    case 'file':
      return fc.constantFrom('', 'https://files.example/one')
    case 'files':
      return fc.array(fc.constantFrom('https://files.example/a', 'https://files.example/b'), {
        maxLength: control.max,
      })
  }
}

describe.each(builtInModels.map((model) => [model.generationType, model.id, model] as const))(
  '%s %s',
  (_, id, model) => {
    it('sends every value that it accepts, unchanged or mapped as declared', () => {
      const inputs = fc.record(
        Object.fromEntries(
          Object.entries(model.fields).map(([name, field]) => [name, valueFor(field)]),
        ),
      )
      let accepted = 0
      const property = fc.property(inputs, (raw) => {
        const parsed = parseInput(model, raw)
        if (!parsed.ok) return
        accepted += 1
        const endpoint = chooseEndpoint(model, parsed.input)
        const body = model.toProvider(parsed.input)
        for (const [name, field] of Object.entries(model.fields))
          checkField({ model, id, name, field }, { raw, parsed: parsed.input, body, endpoint })
      })
      fc.assert(property, { numRuns: 300 })
      expect(accepted).toBeGreaterThan(20)
    })
  },
)

type Named = { model: Model; id: string; name: string; field: Field }
type Run = { raw: Values; parsed: Values; body: Values; endpoint: string }

function checkField({ id, name, field }: Named, { raw, parsed, body, endpoint }: Run) {
  if (!applies(field, parsed)) {
    expect(parsed[name], `${name} is recorded as what it then means`).toEqual(field.when?.otherwise)
    return
  }
  const given =
    typeof raw[name] === 'string' && field.control.kind === 'text' ? raw[name].trim() : raw[name]
  expect(parsed[name], `${name} is recorded as asked`).toEqual(given)
  if (field.ignored) {
    expect(body, name).not.toHaveProperty(name)
    return
  }
  // A fixed value is the provider's own where its schema lacks the field.
  if (field.control.kind === 'fixed') {
    if (name in body) expect(body[name], name).toEqual(field.control.value)
    return
  }
  const expected = mappings[id]?.[name]?.(given, endpoint) ?? { [name]: given }
  for (const [key, value] of Object.entries(expected)) {
    const mayBeLeftOut = isEmpty(given) || usual[id]?.[name] === given
    if (!(mayBeLeftOut && !(key in body)))
      expect(body[key], `${name} of ${JSON.stringify(raw)}`).toEqual(value)
  }
}
