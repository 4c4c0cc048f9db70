import fc from 'fast-check'

/** As much of JSON Schema as the API's description uses. */
export type Schema = {
  $ref?: string
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** What is known by name: ids that exist, and whatever else goes far. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const longText = 'x'.repeat(5_000)

/**
 * Texts that trouble parsers: control characters, halves of characters, what is nearly a number,
 * what is nearly SQL.
 */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202eabc',
    '\ufeff',
    '＝1+1',
    '=cmd()',
    '\r\nX: y',
    longText,
  ),
  fc.constantFrom(
    '-1',
    '1e309',
    '0x10',
    'NaN',
    '00',
    '٣',
    '1.5',
    '9007199254740993',
    'true',
    'null',
    '[]',
    "' or 1=1--",
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%00',
    '2026-02-30',
    'https://127.0.0.1/',
    '/media/x/y/z',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** Anything that JSON can carry, and a nesting that some cannot. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [
    [[[[]]]],
  ]),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(JSON.parse('['.repeat(400) + ']'.repeat(400))),
)

/**
 * Values that mostly fit the schema, and otherwise something else: wrong in one place they come
 * far.
 */
export function nearly(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const right = fitting(schema, known)
  const familiar = known[name]
  const good = familiar
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...familiar) }, right)
    : right
  return fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: junk })
}

function fitting(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, known)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, known)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer(span(schema))
    case 'number':
      return fc.double({ ...span(schema), noNaN: true })
    case 'string':
      return textOf(schema)
    case 'array':
      return fc.array(nearly(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 5),
      })
    case 'object':
      return objectOf(schema, known)
    default:
      return junk
  }
}

/** Small numbers are as likely as the limits themselves. */
function span({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema) {
  return { min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }
}

function textOf({ minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const longest = Math.max(minLength, Math.min(maxLength, 40))
  return fc.oneof(
    fc.string({ minLength, maxLength: longest }),
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
    fc.constant('x'.repeat(Math.min(maxLength, 3_000))),
    fc
      .constantFrom('a\0b', 'half \ud800', '\u202etxet', '=1+1', '<b onclick=x>')
      .map((text) => text.slice(0, maxLength)),
  )
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, nearly(property, known, name)] as const,
  )
  const model = Object.fromEntries(entries)
  const exact = fc.record(model, { requiredKeys: required.filter((name) => name in model) })
  const odd = fc.dictionary(
    fc.oneof(oddText, fc.constantFrom(...Object.keys(properties), 'x')),
    junk,
    { maxKeys: 3 },
  )
  return fc.oneof(
    { weight: 6, arbitrary: exact },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: odd },
  )
}
