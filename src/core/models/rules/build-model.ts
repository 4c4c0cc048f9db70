import type {
  Condition,
  Definition,
  FieldDefinition,
  RouteDefinition,
  SentValue,
} from './definition.ts'
import {
  choice,
  count,
  decimal,
  type Field,
  type FieldTexts,
  fixed,
  lengthOfText,
  listEntries,
  optionalNumber,
  seed,
  shape,
  text,
  toggle,
  wholeNumber,
} from './fields.ts'
import { file, files } from './file-field.ts'
import { pixelsOf } from './image-sizes.ts'
import type { Model, ProviderRoute } from './model.ts'
import { toolInput } from './result-tools.ts'

/** Definitions that are not parsed, ours, may leave it out. */
const defaultProvider = 'fal'

type Values = Record<string, unknown>

/** The model that a valid definition describes. `version`: which of its definitions it is. */
export function buildModel(definition: Definition, version = 1): Model {
  const { price, pixels, seconds, alternatives } = definition
  return {
    id: definition.id,
    version,
    name: definition.name,
    ...buildRoute(definition, definition.fields),
    kind: definition.kind,
    generationType: definition.generation_type,
    ...(definition.strength && { strength: definition.strength }),
    ...(definition.hidden && { hidden: true }),
    ...(definition.stands_in && { standsIn: true }),
    ...toolOf(definition),
    ...(definition.makes && { makes: definition.makes }),
    ...(definition.prompt_field && { promptField: definition.prompt_field }),
    fields: Object.fromEntries(
      Object.entries(definition.fields).map(([name, field]) => [name, buildField(field)]),
    ),
    price: buildPrice(price),
    ...(alternatives && {
      alternatives: alternatives.map((route) => buildRoute(route, definition.fields)),
    }),
    result: definition.result,
    fromProvider: (body, endpoint) => fromProvider(definition, body, endpoint),
    ...(pixels && { pixels: (input: Values) => pixelsOf(String(input[pixels])) }),
    ...(seconds && { seconds: (input: Values) => lengthOf(seconds, input) }),
  }
}

function buildRoute(route: RouteDefinition, fields: Definition['fields']): ProviderRoute {
  const { provider = defaultProvider, endpoints } = route
  return {
    provider,
    endpoints: endpoints.map(({ id }) => id) as [string, ...string[]],
    ...(endpoints.length > 1 && { route: (input: Values) => endpointFor(route, input) }),
    toProvider: (input) => toProvider(route, fields, input),
  }
}

function toolOf(definition: Definition): Pick<Model, 'tool'> {
  const input = definition.tool && toolInput(definition)
  return definition.tool && input ? { tool: { tool: definition.tool, ...input } } : {}
}

/** Whether a condition is true of these values. An absent, blank or empty value is not filled. */
export function isTrue(condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every((one) => isTrue(one, values))
  if ('any' in condition) return condition.any.some((one) => isTrue(one, values))
  const value = values[condition.field]
  if ('in' in condition) return condition.in.includes(value as string)
  if ('above' in condition) return typeof value === 'number' && value > condition.above
  if ('longer' in condition)
    return typeof value === 'string' && lengthOfText(value) > condition.longer
  return isEmpty(value) !== condition.filled
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}

function buildField(definition: FieldDefinition): Field {
  const { when, ignored, label, hint, example, option_labels: options } = definition
  const texts: FieldTexts | undefined = label && {
    label,
    ...(hint && { hint }),
    ...(example && { example }),
    ...(options && { options: options as FieldTexts['options'] & object }),
  }
  return {
    ...(baseField(definition) as Field),
    ...(ignored && { ignored: true }),
    ...(when && { when: { field: when.field, among: when.in, otherwise: when.otherwise } }),
    ...(texts && { texts }),
  }
}

function baseField(definition: FieldDefinition) {
  const group = definition.group && { group: definition.group }
  switch (definition.control) {
    case 'text': {
      const {
        lines = 3,
        required,
        min_length: min,
        max_length: max,
        default: initially,
      } = definition
      const { max_lines: maxLines } = definition
      return text({
        lines,
        ...(required && { required }),
        ...(min && { min }),
        ...(max && { max }),
        ...(maxLines && { maxLines }),
        ...(initially !== undefined && { initially }),
        ...group,
      })
    }
    case 'integer':
    case 'decimal': {
      const { min, max, default: initially, absent, step, multiple_of: multipleOf } = definition
      const isWhole = definition.control === 'integer'
      const limits = {
        min,
        max,
        ...(step !== undefined && { step }),
        ...(multipleOf !== undefined && { multipleOf, step: multipleOf }),
        ...group,
      }
      if (initially === undefined) return optionalNumber({ ...limits, isWhole })
      const more = { initially, ...(absent !== undefined && { absent }) }
      return (isWhole ? wholeNumber : decimal)({ ...limits, ...more })
    }
    case 'count':
      return count(definition)
    case 'choice':
    case 'shape': {
      const { options, default: initially, upgrade, also, needs } = definition
      const more = { ...(upgrade && { upgrade }), ...(also && { also }), ...group }
      return definition.control === 'choice'
        ? choice(options, initially, more)
        : shape(options, initially, { ...more, ...(needs && { needs }) })
    }
    case 'seed':
      return seed({
        ...(definition.default !== undefined && { initially: definition.default }),
        ...(definition.max !== undefined && { max: definition.max }),
      })
    case 'switch':
      return toggle({ initially: definition.default, ...group })
    case 'fixed': {
      const { value, unit, upgrade } = definition
      return fixed(value, { ...(unit && { unit }), ...(upgrade && { upgrade }), ...group })
    }
    case 'file': {
      const { accept, required, mask_of: maskOf, control_image: controlImage } = definition
      return file(accept, {
        ...(required && { required }),
        ...(maskOf && { maskOf }),
        ...(controlImage && { controlImage }),
      })
    }
    case 'files':
      return files(definition.accept, {
        max: definition.max,
        ...(definition.min && { min: definition.min }),
      })
  }
}

function buildPrice({ unit, base, tier, quantity, surcharges, metered }: Definition['price']) {
  const byTier = typeof base === 'number' ? { any: base } : base
  const tierOf = (input: Values) => {
    const value = tier ? String(input[tier]) : 'any'
    return value in byTier ? value : 'other'
  }
  return {
    base: byTier,
    unit,
    tier: tierOf,
    quantity: (input: Values) => (quantity ? Number(input[quantity]) : 1),
    ...(surcharges && {
      surcharges: (input: Values) =>
        surcharges
          .filter(({ when }) => isTrue(when, input))
          .map(({ reason, percent }) => ({ reason, percent })),
    }),
    ...(metered && { metered: { ...metered, per: metered.per ?? 1 } }),
  }
}

function endpointFor({ endpoints }: RouteDefinition, input: Values): string {
  const found = endpoints.find(({ when }) => !when || isTrue(when, input))
  if (!found) throw new Error('The last endpoint of a definition has no condition')
  return found.id
}

function lengthOf(seconds: NonNullable<Definition['seconds']>, input: Values): number {
  if (typeof seconds === 'string') return Number(input[seconds])
  return Number(input[seconds.frames]) / Number(input[seconds.rate])
}

const listOf = (sent: Definition['request'][string]): SentValue[] => [sent].flat()

/** The provider's request of a parsed input. */
function toProvider(
  { request, workflow }: RouteDefinition,
  fields: Definition['fields'],
  input: Values,
): Values {
  const body: Values = workflow ? JSON.parse(JSON.stringify(workflow)) : {}
  for (const [key, sent] of Object.entries(request)) {
    const chosen = listOf(sent).find(({ when }) => !when || isTrue(when, input))
    const value = chosen && sentValue(chosen, input)
    if (value !== undefined) setAt(body, key.split('.'), value)
    // A workflow has some seed of its own; `null` asks for a random one.
    else if (workflow && chosen && isSeed(chosen, fields)) setAt(body, key.split('.'), null)
  }
  return body
}

function isSeed(sent: SentValue, fields: Definition['fields']): boolean {
  return 'from' in sent && fields[sent.from]?.control === 'seed'
}

function sentValue(sent: SentValue, input: Values): unknown {
  if ('constant' in sent) return sent.constant
  const value = input[sent.from]
  if (value === undefined || sent.omit?.includes(value as string)) return undefined
  const mapped = sent.values?.[String(value)] ?? value
  switch (sent.as) {
    case 'string':
      return String(mapped)
    case 'list':
      return [mapped].flat()
    case 'lines':
      return listEntries(String(mapped))
    default:
      return mapped
  }
}

/** Sets a value inside a request: a number after the first name is a place in a list. */
function setAt(body: Values, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) body[name] = value
  else {
    body[name] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {}
    setAt(body[name] as Values, rest, value)
  }
}

function valueAt(body: Values, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], body)
}

/**
 * The input that a request in the provider's words means: the reverse of `toProvider`, with what the
 * endpoint implies.
 */
function fromProvider({ request, endpoints, fields }: Definition, body: Values, endpoint: string) {
  const input: Values = { ...body }
  for (const [key, sent] of Object.entries(request)) {
    const source = listOf(sent).find((one) => 'from' in one)
    if (!source || !('from' in source)) continue
    const path = key.split('.')
    const given = valueAt(body, path)
    if (key !== source.from) delete input[path[0] ?? key]
    const meant = given == null ? source.absent : meantBy(source, given, fields[source.from])
    if (meant !== undefined) input[source.from] = meant
  }
  return { ...input, ...endpoints.find(({ id }) => id === endpoint)?.implies }
}

function meantBy(
  { values, as }: Extract<SentValue, { from: string }>,
  given: unknown,
  field: FieldDefinition | undefined,
): unknown {
  const one = as === 'list' && Array.isArray(given) && given.length === 1 ? given[0] : given
  const known = Object.entries(values ?? {}).find(([, value]) => value === one)
  if (known) return known[0]
  if (as === 'lines' && Array.isArray(one)) return one.join('\n')
  return as === 'string' && isNumeric(field) ? Number(one) : one
}

function isNumeric(field: FieldDefinition | undefined): boolean {
  return field?.control === 'integer' || field?.control === 'decimal' || field?.control === 'count'
}
