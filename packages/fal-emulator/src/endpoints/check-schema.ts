import type { ErrorDetail } from '../errors.ts'

type Json = Record<string, unknown>
type Issue = Omit<ErrorDetail, 'loc'>

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const maxDepth = 20

/** The schema that a reference of the document leads to; words beside it count before its own. */
export function followReference(document: Json, node: unknown, depth = 0): Json {
  const { $ref, ...rest } = asObject(node)
  if (typeof $ref !== 'string' || depth > maxDepth) return rest
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((found, name) => asObject(found)[name], document)
  return { ...followReference(document, target, depth + 1), ...rest }
}

/**
 * Returns the first issue of a value, in the provider's words, or nothing. The keywords are those
 * that fal's documents use.
 */
export function findIssue(
  document: Json,
  node: unknown,
  value: unknown,
  depth = 0,
): Issue | undefined {
  const schema = followReference(document, node)
  if (depth > maxDepth) return undefined
  const several = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (several) {
    const issues = several.map((one) => findIssue(document, one, value, depth + 1))
    return issues.includes(undefined) ? undefined : issues[0]
  }
  const all = Array.isArray(schema.allOf) ? schema.allOf : []
  for (const part of all) {
    const issue = findIssue(document, part, value, depth + 1)
    if (issue) return issue
  }
  return (
    typeIssue(schema.type, value) ??
    valueIssue(schema, value) ??
    partIssue(document, schema, value, depth)
  )
}

const types: Readonly<
  Record<string, [isOf: (value: unknown) => boolean, type: string, name: string]>
> = {
  string: [(value) => typeof value === 'string', 'string_type', 'string'],
  integer: [Number.isInteger, 'int_type', 'integer'],
  number: [(value) => typeof value === 'number', 'float_type', 'number'],
  boolean: [(value) => typeof value === 'boolean', 'bool_type', 'boolean'],
  array: [Array.isArray, 'list_type', 'list'],
  object: [
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'dict_type',
    'dictionary',
  ],
  null: [(value) => value === null, 'none_type', 'none'],
}

function typeIssue(type: unknown, value: unknown): Issue | undefined {
  const expected = types[String(type)]
  if (!expected || expected[0](value)) return undefined
  return { type: expected[1], msg: `Input should be a valid ${expected[2]}` }
}

function valueIssue(schema: Json, value: unknown): Issue | undefined {
  const listed = Array.isArray(schema.enum)
    ? schema.enum
    : schema.const === undefined
      ? null
      : [schema.const]
  if (listed && !listed.includes(value)) {
    const expected = listed.map((option) => `'${option}'`).join(' or ')
    return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
  }
  if (typeof value === 'number') return numberIssue(schema, value)
  if (typeof value === 'string')
    return lengthIssue([...value].length, schema.minLength, schema.maxLength, 'String', 'string')
  return undefined
}

function numberIssue(schema: Json, value: number): Issue | undefined {
  const limits: [
    key: string,
    type: string,
    short: string,
    isBeyond: (limit: number) => boolean,
    words: string,
  ][] = [
    ['minimum', 'greater_than_equal', 'ge', (limit) => value < limit, 'greater than or equal to'],
    ['maximum', 'less_than_equal', 'le', (limit) => value > limit, 'less than or equal to'],
    ['exclusiveMinimum', 'greater_than', 'gt', (limit) => value <= limit, 'greater than'],
    ['exclusiveMaximum', 'less_than', 'lt', (limit) => value >= limit, 'less than'],
    ['multipleOf', 'multiple_of', 'multiple_of', (limit) => value % limit !== 0, 'a multiple of'],
  ]
  for (const [key, type, short, isBeyond, words] of limits) {
    const limit = schema[key]
    if (typeof limit === 'number' && isBeyond(limit))
      return { type, msg: `Input should be ${words} ${limit}`, ctx: { [short]: limit } }
  }
  return undefined
}

function lengthIssue(
  length: number,
  min: unknown,
  max: unknown,
  noun: string,
  prefix: string,
): Issue | undefined {
  if (typeof min === 'number' && length < min)
    return {
      type: `${prefix}_too_short`,
      msg: `${noun} should have at least ${min} items`,
      ctx: { min_length: min },
    }
  if (typeof max === 'number' && length > max)
    return {
      type: `${prefix}_too_long`,
      msg: `${noun} should have at most ${max} items`,
      ctx: { max_length: max },
    }
  return undefined
}

function partIssue(document: Json, schema: Json, value: unknown, depth: number): Issue | undefined {
  if (Array.isArray(value)) {
    const length = lengthIssue(value.length, schema.minItems, schema.maxItems, 'List', 'list')
    return (
      length ??
      value.map((item) => findIssue(document, schema.items, item, depth + 1)).find(Boolean)
    )
  }
  const properties = asObject(schema.properties)
  const given = asObject(value)
  const required = Array.isArray(schema.required) ? schema.required : []
  if (typeof value !== 'object' || value === null) return undefined
  if (required.some((name) => given[String(name)] === undefined))
    return { type: 'missing', msg: 'Field required' }
  return Object.entries(properties)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, part]) => findIssue(document, part, given[name], depth + 1))
    .find(Boolean)
}
