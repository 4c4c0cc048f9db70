import { z } from 'zod'
import { toJSONSchema } from 'zod/mini'
import type { Control, Field } from '#catalogue/field.ts'
import type { Model } from '#catalogue/model.ts'
import { inputSchema } from '#catalogue/parse-input.ts'
import { CreateEnvelope } from '#contract/generation.ts'
import type { Door } from './doors.ts'

/** One model's create call, as JSON schema derived from its fields. */
export function documentModel(model: Model, { typeField, modelFields: [modelField = 'model'] }: Door): object {
  const { $schema, properties, ...rest } = toJSONSchema(inputSchema(model), { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(model.fields).map(([name, field]) => [
    name,
    { ...(properties?.[name] as object), ...documentControl(field.control), ...describeField(field) },
  ])
  return {
    ...rest,
    title: `${model.name} (${model.generationType})`,
    properties: {
      ...z.toJSONSchema(CreateEnvelope.pick({ request_id: true, isPublic: true, is_public: true }), { io: 'input' })
        .properties,
      [modelField]: { const: model.id },
      ...(typeField && { [typeField]: { const: model.generationType } }),
      ...Object.fromEntries(fields),
    },
    required: [...requiredOf(model), modelField, ...(typeField ? [typeField] : [])],
  }
}

/** What a schema that transforms its value cannot say of itself. */
function documentControl(control: Control): object {
  switch (control.kind) {
    case 'text':
      return { type: 'string', maxLength: control.maxLength }
    case 'seed':
      return { type: ['integer', 'null'], minimum: control.min, maximum: control.max }
    case 'file':
      return { type: 'string', format: 'uri-reference' }
    case 'files':
      return { type: 'array', maxItems: control.max, items: { type: 'string', format: 'uri-reference' } }
    case 'fixed':
      return { default: control.value }
    default:
      return {}
  }
}

function describeField({ control, when, ignored }: Field): { description?: string } {
  const options = 'upgrade' in control ? (control.upgrade ?? []) : []
  const sentences = [
    ...(control.kind === 'file' || control.kind === 'files' ? [`Address of ${contents[control.accept]}.`] : []),
    ...(control.kind === 'fixed' ? ['Fixed: any other value is overruled.'] : []),
    ...(options.length > 0 ? [`Need an upgraded account: ${options.join(', ')}.`] : []),
    ...(when ? [`Applies while ${when.field} is ${when.among.join(' or ')}.`] : []),
    ...(ignored ? ['Kept on the record; this model does not use it.'] : []),
  ]
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

const contents = { image: 'a picture', video: 'a video', 'video-or-gif': 'a video or an animated gif' } as const

function requiredOf({ fields }: Model): string[] {
  return Object.keys(fields).filter((name) => !fields[name]?.schema.safeParse(undefined).success)
}
