import type { Difference } from './compare-definition.ts'
import type { Schema } from './json-schema.ts'
import { type Limits, ownLimits, safe } from './number-range.ts'
import type { SentValues } from './sent-values.ts'

/** Compares what the rules of one input send with the forms that its schema allows. */
export function compareValues(
  path: string,
  sent: readonly SentValues[],
  alternatives: Schema[],
): Difference[] {
  const differences = sent.flatMap((one) => {
    const accepted = acceptedBy(one, alternatives)
    if (accepted.length === 0) {
      const theirs = [...new Set(alternatives.map(({ type }) => type))].join(' or ')
      const ours = one.list ? `list of ${one.type}` : one.type
      return [{ path, change: 'type' as const, ours, theirs, isBreaking: true }]
    }
    return [
      ...compareLimits(path, one, alternatives, accepted),
      ...compareDefault(path, one, alternatives),
    ]
  })
  return [...differences, ...compareOptions(path, sent, alternatives)]
}

/** The schemas that allow values of this type; of a list those of its entries. */
function acceptedBy({ type, list }: SentValues, alternatives: Schema[]): Schema[] {
  const isList = ({ type: own, items }: Schema) => own === 'array' || items !== undefined
  if (list) return alternatives.filter(isList)
  return alternatives.filter((schema) => {
    const types =
      schema.type === undefined ? valuesOf(schema)?.map((value) => typeof value) : [schema.type]
    if (!types) return !isList(schema) && schema.properties === undefined
    return types.some((own) => own === type || (own === 'number' && type === 'integer'))
  })
}

/** All values that a schema names; `undefined`: it does not name them. */
function valuesOf({ enum: values, const: only }: Schema): unknown[] | undefined {
  if (Array.isArray(values)) return values
  return only === undefined ? undefined : [only]
}

/** Several rules are compared together: each may send some of the options. */
function compareOptions(
  path: string,
  sent: readonly SentValues[],
  alternatives: Schema[],
): Difference[] {
  const finite = sent.filter(({ values, list }) => values && !list)
  if (finite.length === 0 || finite.length < sent.length) return []
  const ours = finite.flatMap(({ values = [] }) => values)
  const accepted = finite.flatMap((one) => acceptedBy(one, alternatives))
  const theirs = accepted.every(valuesOf) ? accepted.flatMap((one) => valuesOf(one) ?? []) : null
  if (!theirs || accepted.length === 0) return []
  const known = [...ours, ...finite.flatMap(({ omitted = [] }) => omitted)]
  const removed = [...new Set(ours.filter((value) => !theirs.includes(value)))]
  // A value that is always the same was chosen among those there are.
  const isChoice = ours.length > 1
  const added = isChoice ? [...new Set(theirs.filter((value) => !known.includes(value)))] : []
  return [
    ...(removed.length > 0
      ? [{ path, change: 'options_removed' as const, ours: removed, isBreaking: true }]
      : []),
    ...(added.length > 0
      ? [{ path, change: 'options_added' as const, theirs: added, isBreaking: false }]
      : []),
  ]
}

function compareLimits(
  path: string,
  sent: SentValues,
  alternatives: Schema[],
  accepted: Schema[],
): Difference[] {
  if (sent.list)
    return compareRange(path, sent, sent.list, widest(accepted, 'minItems', 'maxItems'))
  if (sent.length)
    return compareRange(path, sent, sent.length, widest(accepted, 'minLength', 'maxLength'))
  const numbers = alternatives.filter(({ type }) => type === 'integer' || type === 'number')
  const ranges = numbers.map((schema) => ownLimits(schema, schema.type === 'integer'))
  const numeric = (sent.values ?? []).filter((value) => typeof value === 'number')
  const ours =
    numeric.length > 0 ? { min: Math.min(...numeric), max: Math.max(...numeric) } : sent.range
  // Chosen values need not fill the range.
  return ours ? compareRange(path, sent, ours, union(ranges), numeric.length === 0) : []
}

function widest(schemas: Schema[], min: string, max: string): Limits {
  const limit = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return union(schemas.map((schema) => ({ min: limit(schema[min]), max: limit(schema[max]) })))
}

/** A limit holds only where every form of a value has one. */
function union(ranges: Limits[]): Limits {
  const mins = ranges.map(({ min }) => min)
  const maxs = ranges.map(({ max }) => max)
  const every = (limits: (number | undefined)[]): limits is number[] =>
    limits.length > 0 && limits.every((limit) => limit !== undefined)
  return {
    min: every(mins) ? safe(Math.min(...mins)) : undefined,
    max: every(maxs) ? safe(Math.max(...maxs)) : undefined,
  }
}

function compareRange(
  path: string,
  { cap = Number.POSITIVE_INFINITY, multiple = 0 }: SentValues,
  ours: Limits,
  theirs: Limits,
  mayWiden = true,
): Difference[] {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = ours
  const { min: low = min, max: high = max } = theirs
  if (min < low || max > high)
    return [{ path, change: 'range_narrowed', ours, theirs, isBreaking: true }]
  const isWider = min - low > multiple || (max < cap && Math.min(high, cap) - max > multiple)
  return mayWiden && isWider
    ? [{ path, change: 'range_widened', ours, theirs, isBreaking: false }]
    : []
}

/** Only defaults that both have: a form may leave the value to the provider. */
function compareDefault(
  path: string,
  { initially, list }: SentValues,
  alternatives: Schema[],
): Difference[] {
  const given = alternatives.find((schema) => schema.default !== undefined)?.default
  const isScalar = ['string', 'number', 'boolean'].includes(typeof given)
  if (initially === undefined || !isScalar || list) return []
  const theirs = typeof given === 'string' ? given.trim() : given
  return theirs === initially
    ? []
    : [{ path, change: 'default', ours: initially, theirs, isBreaking: false }]
}
