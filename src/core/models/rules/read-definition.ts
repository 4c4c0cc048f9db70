import type {
  Condition,
  Definition,
  FieldDefinition,
  RouteDefinition,
  SentValue,
} from './definition.ts'
import { DefinitionSchema, describedFields, reservedNames } from './definition.ts'
import { maxPromptLength } from './fields.ts'
import { kindFacts } from './kinds.ts'
import { maskInput } from './mask-models.ts'
import { toolInput } from './result-tools.ts'

/** What is wrong with a definition, and where: the keys that lead there, joined by dots. */
export type DefinitionProblem = { path: string; message: string }

export type ReadDefinition =
  | { ok: true; definition: Definition }
  | { ok: false; problems: DefinitionProblem[] }

/** Problems are listed up to this number. */
const maxProblems = 50

/**
 * Validates a model definition completely: its form, and that its parts fit together. Nothing of an
 * invalid definition may be used.
 */
export function readDefinition(given: unknown): ReadDefinition {
  const parsed = DefinitionSchema.safeParse(given)
  const problems = parsed.success
    ? checkDefinition(parsed.data)
    : parsed.error.issues.flatMap((issue) => issuesOf(issue, []))
  if (parsed.success && problems.length === 0) return { ok: true, definition: parsed.data }
  return { ok: false, problems: problems.slice(0, maxProblems) }
}

type Issue = { code?: string; message: string; path: PropertyKey[]; errors?: Issue[][] }

/** Of a union, the issues of the alternative that went furthest. */
function issuesOf(issue: Issue, above: PropertyKey[]): DefinitionProblem[] {
  const path = [...above, ...issue.path]
  const inner = issue.code === 'invalid_union' ? closest(issue.errors ?? []) : undefined
  if (inner) return inner.flatMap((one) => issuesOf(one, path))
  return [{ path: path.join('.'), message: issue.message }]
}

function closest(alternatives: Issue[][]): Issue[] | undefined {
  const depth = (issues: Issue[]) => Math.min(...issues.map(({ path }) => path.length))
  return alternatives.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
}

function checkDefinition(definition: Definition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  const add = (path: string, message: string) => void problems.push({ path, message })
  const { fields } = definition
  const requireField = (path: string, name: string) => {
    if (!Object.hasOwn(fields, name)) add(path, `there is no field ${name}`)
    return fields[name]
  }
  for (const [name, field] of Object.entries(fields)) checkField(name, field, { add, requireField })
  checkRoute(definition, { add, requireField })
  checkAlternatives(definition, { add, requireField })
  checkPrice(definition, { add, requireField })

  const { prompt_field: prompt, pixels, seconds } = definition
  if (prompt) requireField('prompt_field', prompt)
  if (pixels) requireField('pixels', pixels)
  if (typeof seconds === 'string') requireField('seconds', seconds)
  else if (seconds) {
    requireField('seconds.frames', seconds.frames)
    requireField('seconds.rate', seconds.rate)
  }
  checkResult(definition, add)
  if (definition.tool && !toolInput(definition))
    add('tool', 'needs one required file, of the medium of the result, and nothing else')
  if (definition.makes === 'mask' && !maskInput(definition))
    add('makes', 'needs one required image, a required prompt, images as result, and nothing else')
  return problems
}

type Checks = {
  add(path: string, message: string): void
  requireField(path: string, name: string): FieldDefinition | undefined
}

function checkField(name: string, field: FieldDefinition, { add, requireField }: Checks): void {
  const at = `fields.${name}`
  if (!field.label && !describedFields.has(name)) add(`${at}.label`, 'a new name needs a label')
  if (reservedNames.has(name)) add(at, 'is a key of every create request')
  if (field.when) requireField(`${at}.when.field`, field.when.field)
  if (field.control === 'integer' || field.control === 'decimal') {
    const { min, max, default: first = min, absent = first } = field
    if (min > max) add(`${at}.max`, `must be at least ${min}`)
    if (first < min || first > max) add(`${at}.default`, `must be from ${min} to ${max}`)
    if (absent < min || absent > max) add(`${at}.absent`, `must be from ${min} to ${max}`)
    if (field.multiple_of && field.control === 'decimal')
      add(`${at}.multiple_of`, 'is for whole numbers')
    for (const key of ['min', 'max', 'default', 'absent'] as const)
      if (field.multiple_of && (field[key] ?? 0) % field.multiple_of !== 0)
        add(`${at}.${key}`, `must be a multiple of ${field.multiple_of}`)
    for (const key of ['min', 'max', 'default', 'absent'] as const)
      if (field.control === 'integer' && !Number.isInteger(field[key] ?? 0))
        add(`${at}.${key}`, 'must be a whole number')
  }
  if (field.control === 'choice' || field.control === 'shape') {
    const { options, default: first, upgrade = [], also = {}, needs = {} } = field
    const isOption = (path: string, option: string) => {
      if (!options.includes(option)) add(path, `${option} is not among the options`)
    }
    isOption(`${at}.default`, first)
    for (const option of upgrade) isOption(`${at}.upgrade`, option)
    for (const [other, option] of Object.entries(also)) isOption(`${at}.also.${other}`, option)
    for (const [option, other] of Object.entries(needs)) {
      isOption(`${at}.needs.${option}`, option)
      requireField(`${at}.needs.${option}`, other)
    }
    if (new Set(options).size < options.length) add(`${at}.options`, 'an option is named twice')
  }
  if (field.control === 'text') {
    const { min_length: least = 0, max_length: most = maxPromptLength, default: first = '' } = field
    if (least > most) add(`${at}.max_length`, `must be at least ${least}`)
    if ([...first].length > most) add(`${at}.default`, `must have at most ${most} characters`)
  }
  if (field.control === 'files' && (field.min ?? 0) > field.max)
    add(`${at}.max`, `must be at least ${field.min}`)
  if (field.control === 'file') checkFile(at, field, { add, requireField })
}

type FileDefinition = Extract<FieldDefinition, { control: 'file' }>

function checkFile(at: string, field: FileDefinition, { add, requireField }: Checks): void {
  const { accept, mask_of: maskOf, control_image: kinds } = field
  if (maskOf) requireField(`${at}.mask_of`, maskOf)
  if (!kinds) return
  if (accept !== 'image') add(`${at}.control_image`, 'must accept images')
  if (maskOf) add(`${at}.control_image`, 'a mask is no control image')
  if (new Set(kinds).size < kinds.length) add(`${at}.control_image`, 'a kind is named twice')
}

/** What a provider is called with and sent. */
function checkRoute(route: RouteDefinition, checks: Checks): void {
  checkEndpoints(route, checks)
  for (const [key, sent] of Object.entries(route.request)) {
    checkSent(`request.${key}`, sent, checks)
    const inside = Object.keys(route.request).find((other) => other.startsWith(`${key}.`))
    if (inside) checks.add(`request.${inside}`, `lies inside ${key}, which is sent, too`)
  }
  checkWorkflow(route, checks.add)
}

/** Each provider stands once, so that a job's provider says which request it got. */
function checkAlternatives({ provider, alternatives = [] }: Definition, checks: Checks): void {
  const known = new Set([provider])
  for (const [place, route] of alternatives.entries()) {
    const at = `alternatives.${place}`
    if (known.has(route.provider)) checks.add(`${at}.provider`, `${route.provider} is named twice`)
    known.add(route.provider)
    checkRoute(route, {
      add: (path, message) => checks.add(`${at}.${path}`, message),
      requireField: (path, name) => checks.requireField(`${at}.${path}`, name),
    })
  }
}

function checkEndpoints({ endpoints }: RouteDefinition, checks: Checks): void {
  for (const [place, { when, implies = {} }] of endpoints.entries()) {
    const at = `endpoints.${place}`
    const isLast = place === endpoints.length - 1
    if (isLast && when) checks.add(`${at}.when`, 'the last endpoint is for all other inputs')
    if (!isLast && !when) checks.add(`${at}.when`, 'the endpoints after it are never called')
    if (when) checkCondition(`${at}.when`, when, checks)
    for (const name of Object.keys(implies)) checks.requireField(`${at}.implies.${name}`, name)
  }
  // An operator's prices and endpoints, and the fal proxy, know an application by its first names.
  const applications = new Set(endpoints.map(({ id }) => id.split('/').slice(0, 2).join('/')))
  if (applications.size > 1) checks.add('endpoints', 'all must have the same owner and alias')
}

function checkPrice({ price, fields }: Definition, { add, requireField, ...checks }: Checks): void {
  const { base, tier, quantity, surcharges = [], free = false, metered } = price
  const isFree = typeof base === 'number' ? base === 0 : Object.values(base).includes(0)
  if (metered && free) add('price.metered', 'a price of 0 has nothing to refund')
  if (isFree && !free) add('price.base', 'must be above 0, unless the price says that it is free')
  if (!isFree && free) add('price.free', 'there is no price of 0')
  if (tier && requireField('price.tier', tier)) {
    const values = valuesOf(fields[tier])
    if (!values) add('price.tier', 'must be a field with options')
    else if (typeof base === 'number') add('price.base', 'must be by the values of the tier')
    else if (!('other' in base))
      for (const value of values)
        if (!(value in base)) add(`price.base.${value}`, 'has no price, and there is no other')
  } else if (!tier && typeof base !== 'number') add('price.tier', 'names the field of the prices')
  if (quantity && requireField('price.quantity', quantity)) {
    const field = fields[quantity]
    const isGiven = field?.control === 'integer' && field.default !== undefined
    const least = field?.control === 'count' ? 1 : isGiven ? field.min : 0
    if (least < 1 || field?.when) add('price.quantity', 'must be a whole number of at least 1')
  }
  for (const [place, { when }] of surcharges.entries())
    checkCondition(`price.surcharges.${place}.when`, when, { add, requireField, ...checks })
}

/** The values that a field can have, where these are listed. */
function valuesOf(field: FieldDefinition | undefined): string[] | undefined {
  if (field?.control === 'choice' || field?.control === 'shape') return field.options
  return field?.control === 'fixed' ? [String(field.value)] : undefined
}

function checkSent(at: string, sent: Definition['request'][string], checks: Checks): void {
  for (const one of [sent].flat() as SentValue[]) {
    if ('from' in one) {
      const field = checks.requireField(`${at}.from`, one.from)
      if (one.as === 'lines' && field && field.control !== 'text')
        checks.add(`${at}.as`, 'lines are sent of a text')
    }
    if (one.when) checkCondition(`${at}.when`, one.when, checks)
  }
}

/** A request sets inputs of nodes that the workflow has. */
function checkWorkflow({ workflow, request }: RouteDefinition, add: Checks['add']): void {
  if (!workflow) return
  for (const key of Object.keys(request)) {
    const [node = '', part, name, ...more] = key.split('.')
    if (!Object.hasOwn(workflow, node)) add(`request.${key}`, `the workflow has no node ${node}`)
    else if (part !== 'inputs' || !name || more.length > 0)
      add(`request.${key}`, `must be an input of a node, as ${node}.inputs.text`)
  }
}

function checkCondition(at: string, condition: Condition, checks: Checks): void {
  if ('all' in condition) for (const one of condition.all) checkCondition(`${at}.all`, one, checks)
  else if ('any' in condition)
    for (const one of condition.any) checkCondition(`${at}.any`, one, checks)
  else {
    const field = checks.requireField(`${at}.field`, condition.field)
    if ('longer' in condition && field && field.control !== 'text')
      checks.add(`${at}.longer`, 'only texts have a length')
  }
}

/** The results whose medium a kind has. */
function checkResult({ kind, result }: Definition, add: Checks['add']): void {
  const media: readonly string[] = kindFacts[kind].media
  const isPossible =
    result === 'text' ? media.length === 0 : media.includes(result === 'images' ? 'image' : result)
  if (!isPossible) add('result', `a ${kind} generation has no ${result}`)
}
