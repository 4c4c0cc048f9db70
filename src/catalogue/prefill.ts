import type { Field } from './field.ts'
import { type FormValues, initialValues } from './form-values.ts'
import { imageSizeNames, pixelsOf } from './image-sizes.ts'
import type { Model } from './model.ts'

/** Names that addresses use for a field beside its own (specification, history §2). */
const aliases: Record<string, string> = { steps: 'num_inference_steps', cfg_scale: 'guidance_scale' }

export type Prefill = {
  values: FormValues
  /** Only what the address itself gave. */
  given: FormValues
  /** Parameters that name a field but whose value made no sense; the form mentions them quietly. */
  ignored: string[]
}

/** The form's values as an address asks for them, on top of the model's defaults. Nonsense values are left out. */
export function prefill(model: Model, query: Record<string, string>): Prefill {
  const given: FormValues = {}
  const ignored: string[] = []
  for (const [parameter, raw] of Object.entries({ ...sizeFromPixels(query), ...query })) {
    const name = aliases[parameter] ?? parameter
    const field = model.fields[name]
    if (!field) continue
    const parsed = field.schema.safeParse(fromText(field, raw))
    if (parsed.success) given[name] = parsed.data
    else ignored.push(parameter)
  }
  return { values: { ...initialValues(model), ...given }, given, ignored }
}

function fromText({ control }: Field, raw: string): unknown {
  switch (control.kind) {
    case 'text':
    case 'shape':
      return raw
    case 'switch':
      return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw
    case 'number':
    case 'seed':
    case 'segments':
      return raw.trim() === '' ? undefined : Number(raw)
  }
}

function sizeFromPixels({ width, height }: Record<string, string>): Record<string, string> {
  const size = imageSizeNames.find((name) => {
    const pixels = pixelsOf(name)
    return pixels.width === Number(width) && pixels.height === Number(height)
  })
  return size ? { image_size: size } : {}
}
