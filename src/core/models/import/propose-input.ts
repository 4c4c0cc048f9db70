import { isAlwaysSent } from './always-sent.ts'
import { asList, isObject, propertiesOf, resolve, type Schema } from './json-schema.ts'
import {
  addConstant,
  copyInto,
  type Input,
  type Proposal,
  SentAlways,
  tryOut,
  UnmappableInput,
} from './proposal.ts'
import { proposeChoice, proposeSwitch } from './propose-choice.ts'
import { leastOf, proposeString, proposeStrings } from './propose-files.ts'
import { proposeNumber } from './propose-number.ts'
import { proposeText } from './propose-text.ts'

/** Objects inside objects beyond this are no form. */
const maxDepth = 4

/** The objects of a list that are taken. */
const maxObjects = 3

/**
 * Maps one input with all that lies inside it. What cannot be mapped is listed, and adds nothing.
 * Returns whether it was mapped.
 */
export function proposeInput(proposal: Proposal, input: Input, node: unknown): boolean {
  const path = input.path.join('.')
  const { alternatives, isNullable } = resolve(proposal.document, node)
  const reasons: string[] = []
  for (const schema of alternatives.toSorted((a, b) => rank(a) - rank(b))) {
    const trial = tryOut(proposal)
    try {
      propose(trial, input, schema, isNullable)
      copyInto(proposal, trial)
      const hasObject = alternatives.some((other) => typeOf(other) === 'object')
      if (hasObject && typeOf(schema) !== 'object')
        proposal.unmapped.push({ path, reason: 'in part: it may also be an object' })
      return true
    } catch (error) {
      if (!(error instanceof UnmappableInput)) throw error
      reasons.push(error.message)
      if (!(error instanceof SentAlways)) continue
      copyInto(proposal, trial)
      proposal.unmapped.push({ path, reason: error.message })
      return true
    }
  }
  proposal.unmapped.push({ path, reason: reasons[0] ?? 'its schema allows nothing that is known' })
  return false
}

/** What a form does best comes first: options, then numbers, texts, lists, objects. */
function rank({ enum: values, const: only, type }: Schema): number {
  if (Array.isArray(values) && values.length > 1) return 0
  const place = ['integer', 'number', 'boolean', 'string', 'array', 'object'].indexOf(String(type))
  if (only !== undefined || Array.isArray(values)) return place < 3 ? 4 : 2
  return place < 0 ? 9 : place + 1
}

function propose(proposal: Proposal, input: Input, schema: Schema, isNullable: boolean): void {
  refuseUnwanted(proposal, input, schema)
  const type = typeOf(schema)
  if (type === 'boolean' && schema.const === undefined) proposeSwitch(proposal, input, schema)
  else if (Array.isArray(schema.enum)) proposeChoice(proposal, input, schema)
  else if (schema.const !== undefined) proposeConstant(proposal, input, schema)
  else if (type === 'string') proposeString(proposal, input, schema)
  else if (type === 'integer' || type === 'number')
    proposeNumber(proposal, input, { ...schema, type })
  else if (type === 'array') proposeList(proposal, input, schema)
  else if (type === 'object') proposeObject(proposal, input, schema, isNullable)
  else if (type === undefined && input.isRequired) proposeText(proposal, input, schema)
  else throw new UnmappableInput('its type is not known')
}

function typeOf({ type, properties, items }: Schema): unknown {
  if (type !== undefined) return type
  if (isObject(properties)) return 'object'
  return items === undefined ? undefined : 'array'
}

function proposeConstant(proposal: Proposal, input: Input, schema: Schema): void {
  const { const: only } = schema
  const isScalar = ['string', 'number', 'boolean'].includes(typeof only)
  if (!isScalar) throw new UnmappableInput('its value is not a text or a number')
  if (typeof only === 'boolean') addConstant(proposal, input, only)
  else proposeChoice(proposal, input, { ...schema, enum: [only] })
}

/** Inputs that change how a result is handed over, and not what it is. */
function refuseUnwanted(proposal: Proposal, input: Input, schema: Schema): void {
  const name = input.path.at(-1) ?? ''
  if (name === 'sync_mode') {
    addConstant(proposal, input, false)
    throw new SentAlways('always off: results are read from addresses')
  }
  const isSecret = schema['x-cog-secret'] === true
  if (isSecret || /(^|_)(api_?key|secret|password|access_token)$/i.test(name))
    throw new UnmappableInput('a form may not ask for a secret')
  if (name === 'request_id') throw new UnmappableInput('the provider names its requests itself')
  if (/(webhook|callback)(_?url)?$/i.test(name))
    throw new UnmappableInput('the server has its own webhook')
  const values = asList(schema.enum)
  if (
    values.includes('url') &&
    values.some((value) => /^(hex|b64|base64|bytes)/.test(String(value)))
  ) {
    addConstant(proposal, input, 'url')
    throw new SentAlways('always “url”: results are read from addresses')
  }
}

function proposeList(proposal: Proposal, input: Input, list: Schema): void {
  const { alternatives } = resolve(proposal.document, list.items)
  const reasons: string[] = []
  for (const item of alternatives.toSorted((a, b) => rank(a) - rank(b))) {
    try {
      proposeItems(proposal, input, list, item)
      return
    } catch (error) {
      if (!(error instanceof UnmappableInput)) throw error
      reasons.push(error.message)
    }
  }
  throw new UnmappableInput(reasons[0] ?? 'the type of its entries is not known')
}

function proposeItems(proposal: Proposal, input: Input, list: Schema, item: Schema): void {
  const type = typeOf(item)
  if (type === 'object') proposeObjects(proposal, input, list, item)
  else if (type === 'string' && !Array.isArray(item.enum) && item.const === undefined)
    proposeStrings(proposal, input, list, item)
  else if (!input.isRequired || leastOf(list) > 1)
    throw new UnmappableInput('a list of values that are not texts')
  else {
    // A required list has at least one entry, which a form can ask for.
    const one = { ...input, path: [...input.path, '0'] }
    const { title, description } = list
    propose(proposal, one, { title, description, ...item }, false)
  }
}

/** Of a required list of objects the form has the first ones. */
function proposeObjects(proposal: Proposal, input: Input, list: Schema, item: Schema): void {
  if (!input.isRequired) throw new UnmappableInput('a list of objects')
  const least = Math.max(1, leastOf(list))
  if (least > maxObjects) throw new UnmappableInput(`a list of at least ${least} objects`)
  for (let place = 0; place < least; place++)
    proposeObject(proposal, { ...input, path: [...input.path, String(place)] }, item, false)
  proposal.unmapped.push({
    path: input.path.join('.'),
    reason: `only the first ${least} of a list of objects`,
  })
}

/**
 * The parts of an object become fields. Of one that may be missing, nothing is sent until a part is
 * filled in; so none of its parts may be required.
 */
function proposeObject(
  proposal: Proposal,
  input: Input,
  schema: Schema,
  isNullable: boolean,
): void {
  const parts = propertiesOf(schema)
  if (parts.length === 0) throw new UnmappableInput('an object without named parts')
  if (input.path.length > maxDepth * 2)
    throw new UnmappableInput('objects lie too deep inside each other')
  const required = new Set(asList(schema.required))
  const given = isObject(schema.default) ? schema.default : undefined
  const mayBeMissing = !input.isRequired && isNullable && !given
  const before = proposal.fields.size
  for (const [name, node] of parts) {
    const value = given && Object.hasOwn(given, name) ? { default: given[name] } : {}
    const isRequired = required.has(name) && !mayBeMissing
    const part: Input = {
      path: [...input.path, name],
      isRequired: isRequired && (input.isRequired || !hasOwnValue(proposal, node)),
      hasDefaults: input.hasDefaults && !mayBeMissing,
    }
    const isMapped = proposeInput(proposal, part, isObject(node) ? withDefault(node, value) : node)
    if (required.has(name) && mayBeMissing)
      throw new UnmappableInput(`an object that may be missing, and whose ${name} may not`)
    if (isRequired && !input.isRequired && !hasOwnValue(proposal, node))
      throw new UnmappableInput(`an object that may be missing, and whose ${name} may not`)
    if (required.has(name) && !isMapped)
      throw new UnmappableInput(`its part ${name} cannot be mapped`)
  }
  if (proposal.fields.size === before) throw new UnmappableInput('none of its parts can be mapped')
  if (input.isRequired && !hasPartAlwaysSent(proposal, input.path))
    requireOne(proposal, input, parts)
}

/** Whether a part of an object is sent whatever the form's values are. */
function hasPartAlwaysSent({ request, fields }: Proposal, path: string[]): boolean {
  const inside = `${path.join('.')}.`
  return [...request].some(
    ([key, rule]) => key.startsWith(inside) && isAlwaysSent(rule, (name) => fields.get(name)),
  )
}

/** An object that must be there needs a part: the first that can be asked for is required. */
function requireOne(proposal: Proposal, input: Input, parts: [string, unknown][]): void {
  for (const [name, node] of parts) {
    const part = { path: [...input.path, name], isRequired: true, hasDefaults: true }
    const rule = proposal.request.get(part.path.join('.'))
    if (!rule || Array.isArray(rule) || !('from' in rule)) continue
    const trial = tryOut(proposal)
    trial.fields.delete(rule.from)
    if (!proposeInput(trial, part, node)) continue
    copyInto(proposal, trial)
    return
  }
  throw new UnmappableInput('none of its parts can be required')
}

const withDefault = (node: Schema, value: { default?: unknown }): Schema =>
  value.default === undefined ? node : { ...node, ...value }

/** Whether a value is sent although nothing is filled in. */
function hasOwnValue({ document }: Proposal, node: unknown): boolean {
  return resolve(document, node).alternatives.some(
    (schema) =>
      (schema.default !== undefined && schema.default !== null) ||
      schema.const !== undefined ||
      (Array.isArray(schema.enum) && schema.enum.length > 0) ||
      schema.type === 'boolean',
  )
}
