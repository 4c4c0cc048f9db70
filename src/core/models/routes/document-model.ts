import { z } from 'zod'
import { toJSONSchema } from 'zod/mini'
import { CreateEnvelope } from '#core/generations/generation-contract.ts'
import type { CreateEndpoint } from '#core/generations/routes/create-endpoints.ts'
import type { Field } from '../rules/fields.ts'
import type { Model } from '../rules/model.ts'
import { inputSchema } from '../rules/parse-input.ts'
import { maxSeed } from '../rules/seed.ts'

const surrounding = {
  request_id: true,
  isPublic: true,
  is_public: true,
  parent_id: true,
  expected_credits: true,
} as const

/** Documents one model's create call, as JSON schema derived from its fields. */
export function documentModel(
  model: Model,
  { typeField, modelFields: [modelField = 'model'] }: CreateEndpoint,
): object {
  const { $schema, properties, ...rest } = toJSONSchema(inputSchema(model), {
    io: 'input',
    unrepresentable: 'any',
  })
  const fields = Object.entries(model.fields).map(([name, field]) => [
    name,
    {
      ...defaultOf(field),
      ...(properties?.[name] as object),
      ...documentControl(field),
      ...describeField(field),
    },
  ])
  return {
    ...rest,
    title: `${model.name} (${model.generationType})`,
    properties: {
      ...z.toJSONSchema(CreateEnvelope.pick(surrounding), { io: 'input' }).properties,
      [modelField]: { const: model.id },
      ...(typeField && { [typeField]: { const: model.generationType } }),
      ...Object.fromEntries(fields),
    },
    required: [...requiredOf(model), modelField, ...(typeField ? [typeField] : [])],
  }
}

/** Properties that a schema with a transform does not contain. */
function documentControl({ control, schema }: Field): object {
  switch (control.kind) {
    case 'text':
      return {
        type: 'string',
        ...(isRequired({ schema }) && { minLength: 1 }),
        maxLength: control.maxLength,
      }
    case 'seed':
      return { type: ['integer', 'string', 'null'], minimum: 0, pattern: '^\\d{1,20}$' }
    case 'file':
      return { type: 'string', format: 'uri-reference' }
    case 'files':
      return {
        type: 'array',
        maxItems: control.max,
        items: { type: 'string', format: 'uri-reference' },
      }
    case 'fixed':
      return { default: control.value }
    default:
      return {}
  }
}

function describeField({ control, when, ignored }: Field): { description?: string } {
  const options = 'upgrade' in control ? (control.upgrade ?? []) : []
  const sentences = [
    ...(control.kind === 'file' || control.kind === 'files'
      ? [
          `${control.kind === 'file' ? 'Address of a file' : 'Addresses of files'}: ${contents[control.accept]}.`,
        ]
      : []),
    ...(control.kind === 'seed'
      ? [
          `A whole number from 0 to ${maxSeed}, exact; above 2^53 it is answered as a string and may be given as one.`,
        ]
      : []),
    ...(control.kind === 'fixed' ? ['Fixed: any other value is overruled.'] : []),
    ...(options.length > 0 ? [`Need an upgraded account: ${options.join(', ')}.`] : []),
    ...(control.kind === 'shape'
      ? Object.entries(control.needs ?? {}).map(
          ([option, needed]) => `${option} only with ${needed}.`,
        )
      : []),
    ...(when ? [`Applies while ${when.field} is ${when.among.join(' or ')}.`] : []),
    ...(ignored ? ['Kept on the record; this model does not use it.'] : []),
  ]
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

const contents = {
  image: 'images',
  video: 'videos',
  'video-or-gif': 'videos or animated gifs',
  audio: 'audio files',
} as const

function requiredOf({ fields }: Model): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
}

function isRequired({ schema }: Pick<Field, 'schema'>): boolean {
  return !schema().safeParse(undefined).success
}

/** The default of the field. */
function defaultOf({ schema }: Field): { default?: unknown } {
  const { data } = schema().safeParse(undefined)
  return data === undefined ? {} : { default: data }
}
