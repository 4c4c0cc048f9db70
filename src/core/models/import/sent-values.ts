import {
  type Definition,
  type FieldDefinition,
  maxTextLength,
  type SentValue,
} from '../rules/definition.ts'
import { maxPromptLength } from '../rules/fields.ts'
import type { Limits } from './number-range.ts'
import { maxFiles } from './propose-files.ts'
import { maxCount } from './propose-number.ts'

/** What a definition can send as one part of a request. */
export type SentValues = {
  type: 'string' | 'integer' | 'number' | 'boolean'
  /** All values, where they can be counted. */
  values?: unknown[]
  /** Values that are not sent because they leave the choice to the provider. */
  omitted?: unknown[]
  /** Of a number. */
  range?: Limits
  /** Of a text, in characters. */
  length?: Limits
  /** It is a list of such values, with so many entries. */
  list?: Limits
  /** The most that a form has, whatever the provider accepts. */
  cap?: number
  /** Limits within this distance come from rounding to multiples. */
  multiple?: number
  /** What is sent while the form has its first value. */
  initially?: unknown
}

/** What each rule of a part sends; nothing for one that sends `null`. */
export function sentValues(
  rule: Definition['request'][string],
  fields: Definition['fields'],
): SentValues[] {
  return [rule].flat().flatMap((sent) => {
    if ('constant' in sent)
      return sent.constant === null ? [] : [{ ...typed([sent.constant]), values: [sent.constant] }]
    const field = fields[sent.from]
    return field ? [asSent(sent, ofField(field, sent))] : []
  })
}

type FieldRule = Extract<SentValue, { from: string }>

function asSent({ as, omit }: FieldRule, sent: SentValues): SentValues {
  if (as === 'string')
    return { type: 'string', ...(sent.values && { values: sent.values.map(String) }) }
  if (as === 'list') return { ...sent, list: sent.list ?? { min: 1, max: 1 } }
  return omit?.includes(sent.initially as string) ? { ...sent, initially: undefined } : sent
}

function ofField(field: FieldDefinition, rule: FieldRule): SentValues {
  switch (field.control) {
    case 'text':
      return ofText(field, rule)
    case 'integer':
    case 'decimal':
      return {
        type: field.control === 'integer' ? 'integer' : 'number',
        range: { min: field.min, max: field.max },
        multiple: field.multiple_of ?? 0,
        initially: field.default,
      }
    case 'count':
      return { type: 'integer', range: { min: 1, max: field.max }, cap: maxCount, initially: 1 }
    case 'choice':
    case 'shape':
      return ofOptions(field.options, field.default, rule)
    case 'seed':
      return {
        type: 'integer',
        range: { min: 0, max: field.max ?? Number.MAX_SAFE_INTEGER },
        initially: field.default,
      }
    case 'switch':
      return ofOptions([true, false], field.default, rule)
    case 'fixed':
      return ofOptions([field.value], field.value, rule)
    case 'file':
      return { type: 'string' }
    case 'files':
      return { type: 'string', list: { min: field.min ?? 1, max: field.max }, cap: maxFiles }
  }
}

function ofText(field: Extract<FieldDefinition, { control: 'text' }>, rule: FieldRule): SentValues {
  const least = field.required || rule.omit?.includes('') ? 1 : 0
  const length = { min: field.min_length ?? least, max: field.max_length ?? maxPromptLength }
  if (rule.as === 'lines')
    return { type: 'string', list: { min: 1, max: field.max_lines }, cap: 100 }
  const isLimited = field.max_length !== undefined
  return {
    type: 'string',
    length,
    // A text without a limit of its own has the usual one, whatever the provider accepts.
    cap: isLimited ? maxTextLength : length.max,
    initially: field.default,
  }
}

function ofOptions(
  options: readonly (string | number | boolean)[],
  initially: string | number | boolean,
  { values = {}, omit = [] }: FieldRule,
): SentValues {
  const mapped = (option: string | number | boolean) => values[String(option)] ?? option
  const sent = options.filter((option) => !omit.includes(option)).map(mapped)
  const omitted = options.filter((option) => omit.includes(option)).map(mapped)
  return { ...typed(sent), values: sent, omitted, initially: mapped(initially) }
}

function typed([value]: unknown[]): Pick<SentValues, 'type'> {
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value !== 'number') return { type: 'string' }
  return { type: Number.isInteger(value) ? 'integer' : 'number' }
}
