import type { Definition } from '../rules/definition.ts'
import { isAlwaysSent } from './always-sent.ts'
import type { Change } from './changes.ts'
import { compareValues } from './compare-values.ts'
import {
  asList,
  asObject,
  type Json,
  own,
  propertiesOf,
  resolve,
  type Schema,
} from './json-schema.ts'
import { readDocument } from './read-document.ts'
import { sentValues } from './sent-values.ts'

/** How the document of an endpoint differs from a definition in one input. */
export type Difference = {
  /** The input, as the key of the request. */
  path: string
  change: Change
  /** What the definition has, and what the document has, as far as they differ. */
  ours?: unknown
  theirs?: unknown
  /** The provider may reject a request that the form can send. */
  isBreaking: boolean
}

/** `problem`: the document does not describe an endpoint. */
export type Comparison = { differences: Difference[] } | { problem: string }

/**
 * Compares what a definition sends with what the OpenAPI document of its endpoint accepts. Inputs are
 * found by the keys of the request, not by the names of fields: `voice_setting.speed` is a part of an
 * object, `inputs.0.text` one of the entries of a list. Limits that only a description names are not
 * compared.
 */
export function compareDefinition(definition: Definition, given: unknown): Comparison {
  const read = readDocument(given)
  if ('problem' in read) return { problem: `${read.problem.path}: ${read.problem.message}` }
  const { root, input } = read.document
  const keys = Object.keys(definition.request)
  return {
    differences: [
      ...keys.flatMap((key) => compareInput(definition, key, find(root, input, key.split('.')))),
      ...objectsOf(root, input, keys).flatMap((object) => compareObject(root, definition, object)),
    ],
  }
}

/**
 * The differences of a definition with several endpoints. An input is removed where no document has
 * it: each endpoint has its own inputs.
 */
export function mergeDifferences(byEndpoint: readonly Difference[][]): Difference[] {
  const all = new Map(byEndpoint.flat().map((one) => [JSON.stringify(one), one]))
  return [...all].flatMap(([key, difference]) => {
    const hasIt = (differences: Difference[]) =>
      differences.some((one) => JSON.stringify(one) === key)
    return difference.change === 'input_removed' && !byEndpoint.every(hasIt) ? [] : [difference]
  })
}

type Found = { alternatives: Schema[]; isRequired: boolean } | 'unknown' | 'anything'

/** Finds an input by its names; a number is an entry of a list. */
function find(root: Json, schema: Schema, [name = '', ...rest]: string[]): Found {
  const isEntry = schema.type === 'array' && /^\d+$/.test(name)
  const node = isEntry ? schema.items : own(asObject(schema.properties), name)
  if (node === undefined)
    return schema.properties === undefined && !isEntry ? 'anything' : 'unknown'
  const { alternatives } = resolve(root, node)
  const isRequired = isEntry || asList(schema.required).includes(name)
  if (rest.length === 0) return { alternatives, isRequired }
  const found = alternatives
    .filter(({ type, properties, items }) => type === 'object' || properties || items)
    .map((alternative) => find(root, alternative, rest))
  return found.find((one) => typeof one === 'object') ?? found[0] ?? 'unknown'
}

function compareInput({ request, fields }: Definition, path: string, found: Found): Difference[] {
  if (found === 'unknown') return [{ path, change: 'input_removed', isBreaking: true }]
  const rule = request[path]
  if (found === 'anything' || rule === undefined) return []
  const differences = compareValues(path, sentValues(rule, fields), found.alternatives)
  const [single] = [rule].flat()
  const field = single && 'from' in single ? fields[single.from] : undefined
  const isAsked =
    field &&
    (('required' in field && field.required) || ('min' in field && field.control === 'files'))
  const isOptional = isAsked && !found.isRequired && !path.includes('.')
  return isOptional
    ? [...differences, { path, change: 'optional', isBreaking: false }]
    : differences
}

type ObjectPart = { path: string; schema: Schema; keys: string[] }

/** The request and each object inside it of which something is sent, with the keys below it. */
function objectsOf(root: Json, input: Schema, keys: string[]): ObjectPart[] {
  const inner = keys.flatMap((key) => {
    const names = key.split('.')
    return names.slice(1).map((_, count) => names.slice(0, count + 1).join('.'))
  })
  return ['', ...new Set(inner)].flatMap((path): ObjectPart[] => {
    const found = path === '' ? { alternatives: [input] } : find(root, input, path.split('.'))
    if (typeof found === 'string') return []
    const schema = found.alternatives.find(({ properties }) => properties !== undefined)
    const prefix = path === '' ? '' : `${path}.`
    const inside = keys.filter((key) => key.startsWith(prefix))
    return schema ? [{ path: prefix, schema, keys: inside }] : []
  })
}

/** Inputs of an object that are not sent, or not always although they must be. */
function compareObject(
  root: Json,
  { request, fields }: Definition,
  { path, schema, keys }: ObjectPart,
): Difference[] {
  const required = new Set(asList(schema.required))
  return propertiesOf(schema).flatMap(([name, node]): Difference[] => {
    const at = `${path}${name}`
    const sent = keys.filter((key) => key === at || key.startsWith(`${at}.`))
    const isRequired = required.has(name)
    if (sent.length === 0) {
      const theirs = typeNames(resolve(root, node).alternatives)
      return [{ path: at, change: 'input_added', theirs, isBreaking: isRequired }]
    }
    const isSent = sent.some((key) => {
      const rule = request[key]
      return rule !== undefined && isAlwaysSent(rule, (field) => fields[field])
    })
    return isRequired && !isSent ? [{ path: at, change: 'required', isBreaking: true }] : []
  })
}

function typeNames(alternatives: Schema[]): string {
  const named = alternatives.map(({ type, properties }) => type ?? (properties ? 'object' : 'any'))
  return [...new Set(named.map(String))].join(' or ')
}
