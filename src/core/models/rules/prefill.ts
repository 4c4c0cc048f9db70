import type { Field } from './fields.ts'
import { type FormValues, initialValues } from './form-values.ts'
import { imageSizeNames, pixelsOf } from './image-sizes.ts'
import type { Model } from './model.ts'

/**
 * Names that addresses use for a field, beside its own; the first field that the model has is used
 * (docs/spec/creation.md#pages, docs/spec/history.md#pages).
 */
const aliases: Record<string, readonly string[]> = {
  steps: ['num_inference_steps'],
  cfg_scale: ['guidance_scale'],
  fps: ['frames_per_second'],
  image: ['image_url', 'start_image_url'],
  image_url: ['start_image_url', 'image'],
  imageSrc: ['image_url', 'start_image_url', 'image'],
  prompt: ['question'],
  image_strength: ['strength'],
}

export type Prefill = {
  values: FormValues
  /** Only the values from the address itself. */
  given: FormValues
  /** Parameters that name a field but have an invalid value; the form mentions them quietly. */
  ignored: string[]
}

/**
 * The field that a parameter of an address sets: one of this model's, or the one that the parameter
 * usually means.
 */
export function fieldOfParameter(model: Model, parameter: string): string {
  return fieldNamed(model, parameter) ?? aliases[parameter]?.[0] ?? parameter
}

/** The names of all parameters of an address that set this model's fields. */
export function isParameterOf(model: Model, name: string): boolean {
  return fieldNamed(model, name) !== undefined || (measures.includes(name) && hasShape(model))
}

/**
 * The form's values from an address, on top of the model's defaults. Invalid values are left out,
 * except a text that is too long: it is filled in, so that the user can shorten it. A value whose
 * field applies only with a certain option of another field selects that option: a mask selects
 * inpainting.
 */
export function prefill(model: Model, query: Record<string, string>): Prefill {
  const given: FormValues = {}
  const ignored: string[] = []
  for (const [parameter, raw] of Object.entries({ ...shapeFromPixels(model, query), ...query })) {
    const name = fieldNamed(model, parameter)
    const field = name === undefined ? undefined : model.fields[name]
    if (name === undefined || !field || field.control.kind === 'fixed') continue
    const parsed = field.schema().safeParse(fromText(field, raw))
    if (parsed.success) given[name] = parsed.data
    else if (parsed.error.issues.some(({ message }) => message === 'too_long'))
      given[name] = raw.trim()
    else ignored.push(parameter)
  }
  const chosen = { ...impliedChoices(model, given), ...given }
  return { values: { ...initialValues(model), ...chosen }, given: chosen, ignored }
}

/** The options without which the given values would not apply. */
function impliedChoices({ fields }: Model, given: FormValues): FormValues {
  const implied = Object.entries(given).flatMap(([name, value]) => {
    const condition = fields[name]?.when
    const isMet = !condition || condition.among.includes(fields[condition.field]?.initially)
    return isMet || value === '' || value === condition.otherwise
      ? []
      : [[condition.field, condition.among[0]] as const]
  })
  return Object.fromEntries(implied)
}

function fieldNamed({ fields }: Model, parameter: string): string | undefined {
  return [parameter, ...(aliases[parameter] ?? [])].find((name) => name in fields)
}

function fromText({ control }: Field, raw: string): unknown {
  switch (control.kind) {
    case 'text':
    case 'shape':
    case 'file':
    case 'fixed':
      return raw
    case 'files':
      return raw.split(',').filter(Boolean)
    case 'switch':
      return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw
    case 'segments':
      return control.options.find((option) => String(option) === raw) ?? raw
    case 'number':
      return raw.trim() === '' ? undefined : Number(raw)
    case 'seed':
      return raw.trim()
  }
}

const measures = ['width', 'height']

function hasShape({ fields }: Model): boolean {
  return 'image_size' in fields || 'aspect_ratio' in fields || 'resolution' in fields
}

/** The size, or the ratio and resolution, for a width and a height. */
function shapeFromPixels({ fields }: Model, query: Record<string, string>): Record<string, string> {
  const [width, height] = [Number(query.width), Number(query.height)]
  if (!(width > 0 && height > 0)) return {}
  const size = imageSizeNames.find(
    (name) => pixelsOf(name).width === width && pixelsOf(name).height === height,
  )
  const ratio = optionsOf(fields.aspect_ratio).find((option) => isRatio(option, width / height))
  const resolution = optionsOf(fields.resolution).find(
    (option) => option === `${Math.min(width, height)}p`,
  )
  return {
    ...(size && { image_size: size }),
    ...(ratio && { aspect_ratio: ratio }),
    ...(resolution && { resolution }),
  }
}

function optionsOf(field: Field | undefined): string[] {
  const control = field?.control
  return control?.kind === 'shape' || control?.kind === 'segments'
    ? control.options.map(String)
    : []
}

/** The width of a video is a multiple of 16, so a ratio matches within 3 %. */
function isRatio(option: string, ratio: number): boolean {
  const [width = 0, height = 0] = option.split(':').map(Number)
  return height > 0 && Math.abs(width / height / ratio - 1) < 0.03
}
