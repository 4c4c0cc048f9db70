/** A JSON object of unknown content. */
export type Json = Record<string, unknown>

/** One form that a value may have: a schema without references and alternatives. */
export type Schema = Json

/** What a schema allows: one of the alternatives, and perhaps null. */
export type ResolvedSchema = { alternatives: Schema[]; isNullable: boolean }

/** Limits against documents that refer to themselves or multiply alternatives. */
const maxDepth = 12
const maxAlternatives = 40

/** Returns an object, or an empty one for anything else. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns an own value: names of a document may be those of every object. */
export function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/**
 * Resolves a schema: references followed, `allOf` merged, `anyOf`, `oneOf` and lists of types as
 * alternatives, null apart. Words beside a reference or above alternatives win. References that
 * lead in circles and alternatives beyond a limit are left out.
 */
export function resolve(document: Json, node: unknown, depth = 0): ResolvedSchema {
  if (!isObject(node) || depth > maxDepth) return { alternatives: [], isNullable: false }
  const { $ref, allOf, anyOf, oneOf, ...rest } = node
  if (typeof $ref === 'string')
    return over(rest, resolve(document, follow(document, $ref), depth + 1))
  if (Array.isArray(allOf)) {
    const parts = allOf.slice(0, maxAlternatives).map((part) => resolve(document, part, depth + 1))
    const merged = merge(parts.flatMap(({ alternatives }) => alternatives.slice(0, 1)))
    const beside = { ...merged, ...rest, ...(anyOf !== undefined && { anyOf }) }
    return resolve(document, beside, depth + 1)
  }
  const several = anyOf ?? oneOf
  if (Array.isArray(several)) {
    const parts = several
      .slice(0, maxAlternatives)
      .map((part) => resolve(document, part, depth + 1))
    return over(rest, {
      alternatives: parts.flatMap(({ alternatives }) => alternatives).slice(0, maxAlternatives),
      isNullable: parts.some(({ isNullable }) => isNullable),
    })
  }
  return byType(node)
}

/** A schema with one type and without null among its values. */
function byType(schema: Schema): ResolvedSchema {
  const named = Array.isArray(schema.type) ? schema.type : [schema.type]
  const types = named.filter((type) => type !== 'null')
  const values = Array.isArray(schema.enum) ? schema.enum : undefined
  const isNullable =
    types.length < named.length || schema.nullable === true || !!values?.includes(null)
  const listed = values && { enum: values.filter((value) => value !== null) }
  return { alternatives: types.map((type) => ({ ...schema, ...listed, type })), isNullable }
}

function over(words: Json, { alternatives, isNullable }: ResolvedSchema): ResolvedSchema {
  return {
    alternatives: alternatives.map((alternative) => ({ ...alternative, ...words })),
    isNullable: isNullable || words.nullable === true,
  }
}

/** Only references into the document itself are followed. */
function follow(document: Json, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  const unescaped = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return unescaped.reduce<unknown>((node, name) => own(asObject(node), name), document)
}

/** All parts hold at once: their properties together, the narrower of two limits. */
function merge(parts: Schema[]): Schema {
  const merged: Schema = {}
  for (const part of parts) {
    const properties = { ...asObject(merged.properties), ...asObject(part.properties) }
    const required = [...asList(merged.required), ...asList(part.required)]
    const limits = {
      ...narrow(merged, part, ['minimum', 'minLength', 'minItems'], Math.max),
      ...narrow(merged, part, ['maximum', 'maxLength', 'maxItems'], Math.min),
    }
    Object.assign(merged, part, limits)
    if (Object.keys(properties).length > 0) merged.properties = properties
    if (required.length > 0) merged.required = required
  }
  return merged
}

function narrow(
  one: Schema,
  other: Schema,
  keys: string[],
  choose: (...values: number[]) => number,
): Record<string, number> {
  const limits: Record<string, number> = {}
  for (const key of keys) {
    const [a, b] = [one[key], other[key]]
    if (typeof a === 'number' && typeof b === 'number') limits[key] = choose(a, b)
  }
  return limits
}

/** The properties of an object in the order that the document names, the rest after them. */
export function propertiesOf(schema: Schema): [string, unknown][] {
  const properties = asObject(schema.properties)
  const order = asList(schema['x-fal-order-properties']).filter(
    (name): name is string => typeof name === 'string' && Object.hasOwn(properties, name),
  )
  const names = new Set([...order, ...Object.keys(properties)])
  return [...names].map((name) => [name, properties[name]])
}
