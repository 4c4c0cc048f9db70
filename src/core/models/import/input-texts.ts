import type { FieldDefinition } from '../rules/definition.ts'
import type { Schema } from './json-schema.ts'
import type { Input } from './proposal.ts'
import { hintOf, labelOf } from './texts.ts'

type Group = NonNullable<FieldDefinition['group']>

const inShape =
  /^(aspect_ratio|image_size|resolution|duration|voice|voice_id|language|language_code|style|quality|length)$/

/** The texts of a field: its label, and what its description says. */
export function textsOf(path: string[], schema: Schema): Pick<FieldDefinition, 'label' | 'hint'> {
  const named = path.filter((name) => !/^\d+$/.test(name))
  const outer = named.length > 1 && typeof schema.title !== 'string' ? named.join(' ') : undefined
  const label = labelOf(outer ?? named.at(-1) ?? '', schema)
  const hint = hintOf(schema, label)
  return { label: { en: label }, ...(hint && { hint: { en: hint } }) }
}

/** The part of the form for an input that is not a file. */
export function groupOf(path: string[], isRequired: boolean): Group {
  const name = path.at(-1) ?? ''
  if (/^(prompt|text|lyrics|lyrics_prompt|script)$/.test(name)) return 'prompt'
  return inShape.test(name) || isRequired ? 'shape' : 'advanced'
}

/** The default of the document, where it has the right type and may be sent. */
export function defaultOf<Type>(
  { hasDefaults }: Input,
  schema: Schema,
  is: (value: unknown) => value is Type,
): Type | undefined {
  return hasDefaults && is(schema.default) ? schema.default : undefined
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
